parser grammar MillraceParser;
options { tokenVocab = MillraceLexer; }
pipeline : CREATE* EOF ;
