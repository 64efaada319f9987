CREATE STREAMING TABLE misspelt AS
SELECT * FROM STREAM read_files('in', format => 'json', maxFilePerTrigger => 10, nothing_like_it => 1);

CREATE STREAMING TABLE wrong_values AS
SELECT * FROM STREAM read_files('in', format => 'csv', header => 'yes', maxFilesPerTrigger => '-1',
  maxBytesPerTrigger => 'much', samplingRatio => 2, mode => 'LENIENT', sep => ';', `cloudFiles.heder` => true);

CREATE STREAMING TABLE other_format AS
SELECT * FROM STREAM read_files('in', format => 'JSON', rowTag => 'a');

CREATE STREAMING TABLE unknown_formats AS
SELECT * FROM STREAM read_files('in', format => 'parket')
UNION ALL SELECT * FROM STREAM read_files('in', format => 'xlsx');

CREATE STREAMING TABLE behind_it AS
SELECT * FROM STREAM read_files('in', format => 'json') WITH (maxFilePerTrigger = 1);

CREATE STREAMING LIVE TABLE legacy AS
SELECT * FROM cloud_files('in', 'json', map('cloudFiles.inferColumnType', 'true', 'multiLine', 'maybe'));

-- Right, whether or not a run executes it.
CREATE STREAMING TABLE right AS
SELECT * FROM STREAM read_files('in', FORMAT => ' csv ', HEADER => true, maxbytespertrigger => '10mb',
  schemaEvolutionMode => 'rescue', rescuedDataColumn => '_rescued', `cloudFiles.useNotifications` => true);
CREATE MATERIALIZED VIEW not_read AS SELECT * FROM read_files('in', format => 'avro');
