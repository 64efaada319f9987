/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Statements of the pipeline dialect. Queries, expressions and types are free text here: Spark parses them. The token list
 * carries the marks that MillraceLexer describes, so every decision is made on leading tokens.
 */
parser grammar MillraceParser;

options { tokenVocab = MillraceLexer; }

pipeline: statement? ( SEMICOLON statement? )* EOF;

singleStatement: statement EOF;

statement
    : CREATE createMode? visibility? ( STREAMING LIVE? | INCREMENTAL LIVE? ) TABLE ifNotExists? qualifiedName tableSpecification?
        tableClause* tableFlow?                                                     # createStreamingTable
    | createMaterialized                                                            # createMaterializedView
    | EXPLAIN explainWord? createMaterialized                                       # explainMaterializedView
    | CREATE createMode? visibility? ( STREAMING | INCREMENTAL )? LIVE? VIEW ifNotExists? qualifiedName tableSpecification?
        ( tableClause | metricsClause )* ( AS query | AS DOLLAR_STRING | bareQuery )    # createView
    | CREATE createMode? TABLE ifNotExists? qualifiedName tableSpecification? tableClause* tableFlow?
                                                                                    # createTable
    | CREATE FLOW qualifiedName flowOption* AS flowBody                             # createFlow
    | CREATE SINK ifNotExists? qualifiedName USING qualifiedName sinkClause*        # createSink
    | ( AUTO CDC | APPLY CHANGES ) once? INTO flowTarget autoCdcSpecification       # applyChanges
    | REFRESH datasetWord? qualifiedName FULL? ( WHERE freeText )? refreshMode?     # refreshDataset
    | ALTER ( STREAMING TABLE | MATERIALIZED VIEW ) qualifiedName alterAction       # alterDataset
    | DROP dropWord ( IF EXISTS )? qualifiedName                                    # dropDataset
    | SET CATALOG namespaceName                                                     # setCatalog
    | SET propertyText EQUAL anyToken*                                              # setProperty
    | USE namespaceWord? namespaceName                                              # useNamespace
    | OTHER anyToken*                                                               # otherStatement
    ;

createMaterialized
    : CREATE createMode? visibility? ( MATERIALIZED VIEW | LIVE TABLE ) ifNotExists? qualifiedName tableSpecification?
        tableClause* tableFlow
    ;

createMode: OR ( REFRESH | REPLACE );

visibility
    : PRIVATE
    | TEMPORARY
    | TEMP
    ;

ifNotExists: IF NOT EXISTS;

explainWord: IDENTIFIER;

tableFlow
    : AS query                                                                      # asQuery
    | bareQuery                                                                     # queryWithoutAs
    | FLOW INSERT once? byName? query                                               # inlineInsert
    | FLOW ( AUTO CDC | APPLY CHANGES ) once? autoCdcSpecification                  # inlineAutoCdc
    | FLOW REPLACE WHERE freeText CLAUSE byName? query                              # inlineReplaceWhere
    | FLOW REPLACE USING columnList SEQUENCE BY columnName byName? query            # inlineReplaceUsing
    ;

// The bracketed list behind a name.

tableSpecification: LEFT_PAREN ( tableElement ( COMMA tableElement )* )? RIGHT_PAREN;

tableElement
    : CONSTRAINT identifier EXPECT expectationRule ( ON VIOLATION violationAction )? # expectationElement
    | ( CONSTRAINT identifier )? keyConstraint                                      # keyElement
    | identifier dataType? columnProperty*                                          # columnElement
    ;

expectationRule
    : LEFT_PAREN freeText RIGHT_PAREN                                               # rowRule
    | UNIQUE columnList                                                             # uniqueRule
    | EXISTS IN qualifiedName columnList                                            # existsRule
    ;

violationAction
    : FAIL UPDATE
    | DROP ROW
    | QUARANTINE ROW ( INTO qualifiedName )?
    ;

keyConstraint
    : PRIMARY KEY LEFT_PAREN keyColumn ( COMMA keyColumn )* RIGHT_PAREN constraintOption*    # primaryKey
    | FOREIGN KEY columnList REFERENCES qualifiedName columnList? constraintOption* # foreignKey
    | CHECK freeGroup constraintOption*                                             # checkConstraint
    ;

keyColumn: columnName TIMESERIES?;

columnProperty
    : NOT NULL                                                                      # notNull
    | GENERATED ALWAYS AS LEFT_PAREN freeText RIGHT_PAREN                           # generatedColumn
    | GENERATED ( ALWAYS | BY DEFAULT ) AS IDENTITY ( LEFT_PAREN identityOption* RIGHT_PAREN )?    # identityColumn
    | DEFAULT defaultText                                                           # defaultValue
    | COMMENT stringLiteral                                                         # columnComment
    | MASK qualifiedName ( USING COLUMNS freeList )?                                # columnMask
    | ( CONSTRAINT identifier )? columnConstraint constraintOption*                 # columnKey
    | CONSTRAINT identifier CHECK freeGroup constraintOption*                       # columnCheck
    ;

columnConstraint
    : PRIMARY KEY
    | ( FOREIGN KEY )? REFERENCES qualifiedName columnList?
    ;

identityOption
    : START WITH signedInteger
    | INCREMENT BY signedInteger
    ;

signedInteger: ( MINUS | PLUS )? ( INTEGER | NUMBER );

constraintOption
    : NOT ENFORCED
    | ENFORCED
    | NOT? DEFERRABLE
    | INITIALLY DEFERRED
    | NORELY
    | RELY
    | MATCH FULL
    | ON ( UPDATE | DELETE ) NO ACTION
    ;

dataType: typeWord ( typeWord | TO | WITH | freeGroup | typeArguments )* ( COLLATE identifier )?;

typeWord
    : DAY
    | HOUR
    | IDENTIFIER
    | INTERVAL
    | TIME
    | ZONE
    ;

typeArguments: LESS ( typeArguments | freeGroup | ~( CLAUSE | GREATER | LEFT_PAREN | LESS | RIGHT_PAREN | SEMICOLON ) )* GREATER;

// Clauses of a table, in any order.

tableClause
    : USING qualifiedName                                                           # usingClause
    | PARTITIONED BY freeList                                                       # partitionedBy
    | CLUSTER BY ( columnList | AUTO | NONE )                                         # clusterBy
    | LOCATION stringLiteral                                                        # locationClause
    | COMMENT stringLiteral                                                         # commentClause
    | DEFAULT COLLATION identifier                                                  # collationClause
    | TBLPROPERTIES propertyList                                                    # propertiesClause
    | OPTIONS propertyList                                                          # optionsClause
    | SCHEDULE scheduleTimes                                                        # scheduleClause
    | TRIGGER ON UPDATE ( AT MOST EVERY intervalText )?                             # triggerOnUpdate
    | REFRESH POLICY ( AUTO | INCREMENTAL STRICT? | FULL )                          # refreshPolicy
    | WITH ROW FILTER rowFilter                                                     # withRowFilter
    | unsupportedClause                                                             # unsupportedTableClause
    ;

metricsClause
    : WITH METRICS                                                                  # withMetrics
    | LANGUAGE identifier                                                           # languageClause
    ;

scheduleTimes
    : REFRESH? EVERY INTEGER scheduleUnit
    | REFRESH? CRON stringLiteral ( AT TIME ZONE stringLiteral )?
    ;

scheduleUnit
    : DAY
    | DAYS
    | HOUR
    | HOURS
    | WEEK
    | WEEKS
    ;

timeUnit
    : IDENTIFIER
    | scheduleUnit
    ;

intervalText
    : INTERVAL? ( INTEGER | NUMBER ) timeUnit
    | INTERVAL stringLiteral timeUnit?
    ;

rowFilter: qualifiedName ON freeList;

unsupportedClause
    : CLUSTERED BY freeGroup ( IDENTIFIER BY freeGroup )? INTO INTEGER IDENTIFIER
    | LIKE qualifiedName
    | ROW FORMAT rowFormatPart+ ( WITH IDENTIFIER freeGroup )?
    | SKEWED BY freeGroup ON freeGroup
    | STORED ( AS | BY ) ( identifier | stringLiteral )
    ;

rowFormatPart
    : AS stringLiteral
    | BY stringLiteral
    | IDENTIFIER
    | NULL
    | STRING
    ;

propertyList: LEFT_PAREN ( property ( COMMA property )* )? RIGHT_PAREN;

property
    : propertyKey EQUAL propertyValue
    | propertyKey propertyValue?
    ;

propertyKey
    : STRING
    | identifier ( ( DOT | MINUS ) identifier )*
    ;

propertyValue
    : stringLiteral
    | ( MINUS | PLUS )? ( INTEGER | NUMBER )
    | identifier ( DOT identifier )*
    ;

// Flows.

flowOption
    : COMMENT stringLiteral                                                         # flowComment
    | SPARK_CONF propertyList                                                       # flowConf
    | IMPORT CHECKPOINT stringLiteral                                               # flowCheckpoint
    ;

flowBody
    : INSERT once? INTO flowTarget byName? query                                    # insertBody
    | INSERT once? INTO flowTarget byName? REPLACE WHERE freeText CLAUSE byName? query    # replaceWhereBody
    | INSERT once? INTO flowTarget byName? REPLACE USING columnList SEQUENCE BY columnName byName? query    # replaceUsingBody
    | ( AUTO CDC | APPLY CHANGES ) once? INTO flowTarget autoCdcSpecification       # autoCdcBody
    | AUTO CDC FROM SNAPSHOT INTO flowTarget autoCdcSpecification                   # autoCdcSnapshotBody
    ;

once: ONCE;

byName: BY NAME;

/*
 * ONCE and SINK are words of the language only when a name follows; a name that is itself a word with which the next part
 * can start must then be in back-ticks: INTO once BY NAME writes into the table once.
 */
flowTarget
    : ( once? SINK | once ) plainStart ( DOT identifier )*
    | qualifiedName
    ;

plainStart
    : IDENTIFIER
    | QUOTED_IDENTIFIER
    | PARAMETER_REFERENCE
    | plainKeyword
    ;

autoCdcSpecification: FROM freeText autoCdcClause*;

autoCdcClause
    : CLAUSE KEYS LEFT_PAREN ( columnName ( COMMA columnName )* )? RIGHT_PAREN      # cdcKeys
    | CLAUSE WHERE freeText                                                         # cdcWhere
    | CLAUSE IGNORE NULL UPDATES ( ON columnSelection )?                            # cdcIgnoreNull
    | CLAUSE APPLY AS DELETE WHEN freeText                                          # cdcDelete
    | CLAUSE APPLY AS TRUNCATE WHEN freeText                                        # cdcTruncate
    | CLAUSE SEQUENCE BY freeText                                                   # cdcSequence
    | CLAUSE SYSTEM SEQUENCE BY freeText                                            # cdcSystemSequence
    | CLAUSE COLUMNS TO UPDATE columnName                                           # cdcColumnsToUpdate
    | CLAUSE COLUMNS columnSelection                                                # cdcColumns
    | CLAUSE STORED AS ( SCD TYPE INTEGER | BITEMPORAL )                            # cdcStoredAs
    | CLAUSE TRACK HISTORY ON columnSelection                                       # cdcTrackHistory
    | CLAUSE SNAPSHOT VERSION freeText                                              # cdcSnapshotVersion
    ;

columnSelection
    : ASTERISK ( EXCEPT columnList )?                                               # allColumns
    | columnList                                                                    # bracketedColumns
    | columnName ( COMMA columnName )*                                              # bareColumns
    ;

columnList: LEFT_PAREN columnName ( COMMA columnName )* RIGHT_PAREN;

columnName: identifier ( DOT identifier )*;

sinkClause
    : OPTIONS propertyList                                                          # sinkOptions
    | COMMENT stringLiteral                                                         # sinkComment
    ;

// Operations.

datasetWord
    : MATERIALIZED VIEW
    | STREAMING? TABLE
    ;

refreshMode: CLAUSE ( SYNC | ASYNC );

alterAction
    : ( ADD | ALTER ) alterSchedule                                                 # setSchedule
    | DROP ( SCHEDULE | TRIGGER ON UPDATE )                                         # dropSchedule
    | ALTER COLUMN identifier alterColumn                                           # changeColumn
    | SET ROW FILTER rowFilter                                                      # setRowFilter
    | DROP ROW FILTER                                                               # dropRowFilter
    | ( SET | UNSET ) TAGS propertyList                                             # changeTags
    | SET? OWNER TO identifier                                                      # changeOwner
    | SET TBLPROPERTIES propertyList                                                # setProperties
    | UNSET TBLPROPERTIES ( IF EXISTS )? propertyList                               # unsetProperties
    ;

alterSchedule
    : SCHEDULE scheduleTimes
    | TRIGGER ON UPDATE ( AT MOST EVERY intervalText )?
    ;

alterColumn
    : COMMENT stringLiteral                                                         # alterComment
    | SET MASK qualifiedName ( USING COLUMNS freeList )?                            # alterMask
    | DROP MASK                                                                     # alterDropMask
    | ( SET | UNSET ) TAGS propertyList                                             # alterColumnTags
    ;

dropWord
    : FLOW
    | MATERIALIZED VIEW
    | SINK
    | STREAMING? TABLE
    | VIEW
    ;

namespaceWord
    : CATALOG
    | DATABASE
    | NAMESPACE
    | SCHEMA
    ;

namespaceName
    : IDENTIFIER_KW freeGroup
    | identifier ( DOT identifier )*
    | stringLiteral
    ;

propertyText: ~( EQUAL | CATALOG | SEMICOLON ) ~( EQUAL | SEMICOLON )*;

// Free text. A query runs to the end of its statement.

query: queryStart anyToken*;

// A query without AS in front of it. WITH ROW and WITH METRICS there belong to the table, and so does a bracket, unless a query starts in it.
bareQuery
    : ( FROM | SELECT | TABLE | VALUES ) anyToken*
    | LEFT_PAREN ( LEFT_PAREN | NESTED_OPEN )* ( SELECT | TABLE | VALUES | WITH ) anyToken*
    | WITH ~( METRICS | ROW | SEMICOLON ) anyToken*
    ;

queryStart
    : FROM
    | LEFT_PAREN
    | SELECT
    | TABLE
    | VALUES
    | WITH
    ;

anyToken: ~SEMICOLON;

freeText: ( freeGroup | freeToken )+;

freeGroup: LEFT_PAREN ( freeGroup | freeToken )* RIGHT_PAREN;

freeToken: ~( CLAUSE | LEFT_PAREN | RIGHT_PAREN | SEMICOLON );

freeList: LEFT_PAREN ( freeItem ( COMMA freeItem )* )? RIGHT_PAREN;

freeItem: ( freeGroup | ~( CLAUSE | COMMA | LEFT_PAREN | RIGHT_PAREN | SEMICOLON ) )+;

// IS NOT belongs to the expression, NOT NULL and the other words to the column.
defaultText: defaultPart+;

defaultPart
    : IS NOT? defaultToken
    | defaultToken
    ;

defaultToken
    : freeGroup
    | ~( CHECK | CLAUSE | COMMA | COMMENT | CONSTRAINT | DEFAULT | FOREIGN | GENERATED | IS | LEFT_PAREN | MASK | NOT | PRIMARY | REFERENCES
        | RIGHT_PAREN | SEMICOLON )
    ;

// Names and literals.

qualifiedName
    : IDENTIFIER_KW LEFT_PAREN stringLiteral ( CONCAT stringLiteral )* RIGHT_PAREN
    | identifier ( DOT identifier )*
    ;

identifier
    : IDENTIFIER
    | QUOTED_IDENTIFIER
    | PARAMETER_REFERENCE
    | nonReserved
    ;

stringLiteral: STRING+;

nonReserved
    : plainKeyword
    | startKeyword
    ;

// With these the part behind a flow's target can start.
startKeyword
    : BY
    | FROM
    | REPLACE
    | SELECT
    | TABLE
    | VALUES
    | WITH
    ;

plainKeyword
    : ACTION
    | ADD
    | ALTER
    | ALWAYS
    | APPLY
    | AS
    | ASYNC
    | AT
    | AUTO
    | BEGIN
    | BITEMPORAL
    | CASE
    | CATALOG
    | CDC
    | CHANGES
    | CHECK
    | CHECKPOINT
    | CLUSTER
    | CLUSTERED
    | COLLATE
    | COLLATION
    | COLUMN
    | COLUMNS
    | COMMENT
    | CONSTRAINT
    | CREATE
    | CRON
    | DATABASE
    | DAY
    | DAYS
    | DEFAULT
    | DEFERRABLE
    | DEFERRED
    | DELETE
    | DROP
    | END
    | ENFORCED
    | EVERY
    | EXCEPT
    | EXISTS
    | EXPECT
    | EXPLAIN
    | FAIL
    | FILTER
    | FLOW
    | FOREIGN
    | FORMAT
    | FULL
    | FUNCTION
    | GENERATED
    | HISTORY
    | HOUR
    | HOURS
    | IDENTIFIER_KW
    | IDENTITY
    | IF
    | IGNORE
    | IMPORT
    | IN
    | INCREMENT
    | INCREMENTAL
    | INITIALLY
    | INSERT
    | INTERVAL
    | INTO
    | IS
    | KEY
    | KEYS
    | LANGUAGE
    | LIKE
    | LIVE
    | LOCATION
    | MASK
    | MATCH
    | MATERIALIZED
    | METRICS
    | MOST
    | NAME
    | NAMESPACE
    | NO
    | NONE
    | NORELY
    | NOT
    | NULL
    | ON
    | ONCE
    | OPTIONS
    | OR
    | OWNER
    | PARTITIONED
    | POLICY
    | PRIMARY
    | PRIVATE
    | PROCEDURE
    | QUARANTINE
    | REFERENCES
    | REFRESH
    | RELY
    | ROW
    | SCD
    | SCHEDULE
    | SCHEMA
    | SEQUENCE
    | SET
    | SINK
    | SKEWED
    | SNAPSHOT
    | SPARK_CONF
    | START
    | STORED
    | STREAM
    | STREAMING
    | STRICT
    | SYNC
    | SYSTEM
    | TAGS
    | TBLPROPERTIES
    | TEMP
    | TEMPORARY
    | TIME
    | TIMESERIES
    | TO
    | TRACK
    | TRIGGER
    | TRUNCATE
    | TYPE
    | UNIQUE
    | UNSET
    | UPDATE
    | UPDATES
    | USE
    | USING
    | VERSION
    | VIEW
    | VIOLATION
    | WEEK
    | WEEKS
    | WHEN
    | WHERE
    | ZONE
    ;
