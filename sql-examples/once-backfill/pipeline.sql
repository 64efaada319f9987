CREATE OR REFRESH STREAMING TABLE page_views
AS SELECT page, visitor, 'live' AS origin
FROM STREAM read_files('data/live', format => 'json', schema => 'page STRING, visitor STRING');

-- Loads the old system's export in the first update, in one commit, and never again: files that
-- come to data/export later are ignored until page_views is refreshed in full.
CREATE FLOW old_page_views
AS INSERT INTO ONCE page_views BY NAME
SELECT page, user_name AS visitor, 'export' AS origin
FROM read_files('data/export', format => 'csv', header => true, schema => 'page STRING, user_name STRING');
