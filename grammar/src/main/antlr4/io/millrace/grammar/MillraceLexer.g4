lexer grammar MillraceLexer;
options { caseInsensitive = true; }
CREATE : 'CREATE' ;
WS : [ \t\r\n]+ -> channel(HIDDEN) ;
UNRECOGNIZED : . ;
