-- ${landing} is in the configuration of the pipeline, which takes it from a variable of the bundle.
CREATE OR REFRESH STREAMING TABLE orders
AS SELECT item, price
FROM STREAM read_files('${landing}/orders', format => 'csv', header => true, schema => 'item STRING, price INT');
