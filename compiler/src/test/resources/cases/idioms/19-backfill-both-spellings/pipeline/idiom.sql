CREATE FLOW back24 AS INSERT INTO ONCE all_orders BY NAME SELECT * FROM read_files('/l/year=2024/*', format => 'json');
CREATE FLOW back23 AS INSERT ONCE INTO all_orders BY NAME SELECT * FROM read_files('/l/year=2023/*', format => 'json');
