/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tokens of the pipeline dialect, with Spark's rules for strings, comments and identifiers. The lexer never fails: what is
 * not closed has tokens of its own, and the last rule takes any character.
 */
lexer grammar MillraceLexer;

options { caseInsensitive = true; }

/*
 * Marks that no text produces. ClauseMarker puts them into the token list: CLAUSE (no width) where a free expression ends
 * and the next clause starts, OTHER in front of a statement that is not of the dialect, and the NESTED brackets instead of
 * brackets that lie so deep that only free text can be there (so that rules never recurse deeply), and SCRIPT_SEMICOLON
 * instead of a semicolon inside of BEGIN ... END.
 */
tokens { CLAUSE, OTHER, NESTED_OPEN, NESTED_CLOSE, SCRIPT_SEMICOLON }

// Keywords. All are non-reserved: see nonReserved in MillraceParser.

ACTION: 'ACTION';
ADD: 'ADD';
ALTER: 'ALTER';
ALWAYS: 'ALWAYS';
APPLY: 'APPLY';
AS: 'AS';
ASYNC: 'ASYNC';
AT: 'AT';
AUTO: 'AUTO';
BEGIN: 'BEGIN';
BITEMPORAL: 'BITEMPORAL';
BY: 'BY';
CASE: 'CASE';
CATALOG: 'CATALOG';
CDC: 'CDC';
CHANGES: 'CHANGES';
CHECK: 'CHECK';
CHECKPOINT: 'CHECKPOINT';
CLUSTER: 'CLUSTER';
CLUSTERED: 'CLUSTERED';
COLLATE: 'COLLATE';
COLLATION: 'COLLATION';
COLUMN: 'COLUMN';
COLUMNS: 'COLUMNS';
COMMENT: 'COMMENT';
CONSTRAINT: 'CONSTRAINT';
CREATE: 'CREATE';
CRON: 'CRON';
DATABASE: 'DATABASE';
DAY: 'DAY';
DAYS: 'DAYS';
DEFAULT: 'DEFAULT';
DEFERRABLE: 'DEFERRABLE';
DEFERRED: 'DEFERRED';
DELETE: 'DELETE';
DROP: 'DROP';
END: 'END';
ENFORCED: 'ENFORCED';
EVERY: 'EVERY';
EXCEPT: 'EXCEPT';
EXISTS: 'EXISTS';
EXPECT: 'EXPECT';
EXPLAIN: 'EXPLAIN';
FAIL: 'FAIL';
FILTER: 'FILTER';
FLOW: 'FLOW';
FOREIGN: 'FOREIGN';
FORMAT: 'FORMAT';
FROM: 'FROM';
FULL: 'FULL';
FUNCTION: 'FUNCTION';
GENERATED: 'GENERATED';
HISTORY: 'HISTORY';
HOUR: 'HOUR';
HOURS: 'HOURS';
IDENTIFIER_KW: 'IDENTIFIER';
IDENTITY: 'IDENTITY';
IF: 'IF';
IGNORE: 'IGNORE';
IMPORT: 'IMPORT';
IN: 'IN';
INCREMENT: 'INCREMENT';
INCREMENTAL: 'INCREMENTAL';
INITIALLY: 'INITIALLY';
INSERT: 'INSERT';
INTERVAL: 'INTERVAL';
INTO: 'INTO';
IS: 'IS';
KEY: 'KEY';
KEYS: 'KEYS';
LANGUAGE: 'LANGUAGE';
LIKE: 'LIKE';
LIVE: 'LIVE';
LOCATION: 'LOCATION';
MASK: 'MASK';
MATCH: 'MATCH';
MATERIALIZED: 'MATERIALIZED';
METRICS: 'METRICS';
MOST: 'MOST';
NAME: 'NAME';
NAMESPACE: 'NAMESPACE';
NO: 'NO';
NONE: 'NONE';
NORELY: 'NORELY';
NOT: 'NOT';
NULL: 'NULL';
ON: 'ON';
ONCE: 'ONCE';
OPTIONS: 'OPTIONS';
OR: 'OR';
OWNER: 'OWNER';
PARTITIONED: 'PARTITIONED';
POLICY: 'POLICY';
PRIMARY: 'PRIMARY';
PRIVATE: 'PRIVATE';
PROCEDURE: 'PROCEDURE';
QUARANTINE: 'QUARANTINE';
REFERENCES: 'REFERENCES';
REFRESH: 'REFRESH';
RELY: 'RELY';
REPLACE: 'REPLACE';
ROW: 'ROW';
SCD: 'SCD';
SCHEDULE: 'SCHEDULE';
SCHEMA: 'SCHEMA';
SELECT: 'SELECT';
SEQUENCE: 'SEQUENCE';
SET: 'SET';
SINK: 'SINK';
SKEWED: 'SKEWED';
SNAPSHOT: 'SNAPSHOT';
SPARK_CONF: 'SPARK_CONF';
START: 'START';
STORED: 'STORED';
STREAM: 'STREAM';
STREAMING: 'STREAMING';
STRICT: 'STRICT';
SYNC: 'SYNC';
SYSTEM: 'SYSTEM';
TABLE: 'TABLE';
TAGS: 'TAGS';
TBLPROPERTIES: 'TBLPROPERTIES';
TEMP: 'TEMP';
TEMPORARY: 'TEMPORARY';
TIME: 'TIME';
TIMESERIES: 'TIMESERIES';
TO: 'TO';
TRACK: 'TRACK';
TRIGGER: 'TRIGGER';
TRUNCATE: 'TRUNCATE';
TYPE: 'TYPE';
UNIQUE: 'UNIQUE';
UNSET: 'UNSET';
UPDATE: 'UPDATE';
UPDATES: 'UPDATES';
USE: 'USE';
USING: 'USING';
VALUES: 'VALUES';
VERSION: 'VERSION';
VIEW: 'VIEW';
VIOLATION: 'VIOLATION';
WEEK: 'WEEK';
WEEKS: 'WEEKS';
WHEN: 'WHEN';
WHERE: 'WHERE';
WITH: 'WITH';
ZONE: 'ZONE';

// Punctuation and operators that mean something outside of free text.

ARROW: '=>';
ASTERISK: '*';
COLON: ':';
COMMA: ',';
CONCAT: '||';
DOT: '.';
DOUBLE_COLON: '::';
EQUAL: '=' '='?;
GREATER: '>';
LEFT_BRACE: '{';
LEFT_BRACKET: '[';
LEFT_PAREN: '(';
LESS: '<';
MINUS: '-';
PERCENT: '%';
PIPE: '|>';
PLUS: '+';
RIGHT_BRACE: '}';
RIGHT_BRACKET: ']';
RIGHT_PAREN: ')';
SEMICOLON: ';';
SLASH: '/';
OPERATOR: '<=>' | '<=' | '>=' | '<>' | '!=' | '!' | '->' | '&' | '|' | '^' | '~' | '?' | '@';

// Literals and names.

PARAMETER_REFERENCE: '${' ~[{}\r\n]+ '}';
STRING
    : '\'' ( ~['\\] | '\\' . | '\'\'' )* '\''
    | '"' ( ~["\\] | '\\' . | '""' )* '"'
    | 'R\'' ~[']* '\''
    | 'R"' ~["]* '"'
    ;
DOLLAR_STRING: '$$' .*? '$$';
INTEGER: DIGIT+;
NUMBER: DIGIT+ ( '.' DIGIT* )? EXPONENT? ( [LSYFD] | 'BD' )?;
QUOTED_IDENTIFIER: '`' ( ~'`' | '``' )* '`';
IDENTIFIER: ( LETTER | DIGIT | '_' )+;

UNTERMINATED_STRING
    : '\'' ( ~['\\] | '\\' . | '\'\'' )* '\\'?
    | '"' ( ~["\\] | '\\' . | '""' )* '\\'?
    | 'R\'' ~[']*
    | 'R"' ~["]*
    ;
UNTERMINATED_DOLLAR_STRING: '$$' ( ~'$' | '$' ~'$' )* '$'?;
UNTERMINATED_IDENTIFIER: '`' ( ~'`' | '``' )*;

// What lies between tokens.

LINE_COMMENT: '--' ( '\\\n' | ~[\r\n] )* -> channel(HIDDEN);
COMMENT_OPEN: '/*' -> more, pushMode(COMMENT_TEXT);
WHITE_SPACE: [ \t\r\n\f\u000B\u00A0\u1680\u2000-\u200B\u2028\u2029\u202F\u205F\u3000\uFEFF]+ -> channel(HIDDEN);

UNKNOWN: .;

fragment DIGIT: [0-9];
fragment EXPONENT: 'E' [+-]? DIGIT+;
fragment LETTER: [\p{L}\p{M}];

// Comments nest. Modes instead of a recursive rule: any depth costs the same.

mode COMMENT_TEXT;

BLOCK_COMMENT: '*/' -> channel(HIDDEN), popMode;
COMMENT_NEST: '/*' -> more, pushMode(NESTED_COMMENT_TEXT);
COMMENT_PART: ( ~[*/]+ | [*/] ) -> more;
UNTERMINATED_COMMENT: EOF -> popMode;

mode NESTED_COMMENT_TEXT;

NESTED_COMMENT_CLOSE: '*/' -> more, popMode;
NESTED_COMMENT_NEST: '/*' -> more, pushMode(NESTED_COMMENT_TEXT);
NESTED_COMMENT_PART: ( ~[*/]+ | [*/] ) -> more;
NESTED_COMMENT_END: EOF -> type(UNTERMINATED_COMMENT), popMode;
