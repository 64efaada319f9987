CREATE OR REFRESH STREAMING TABLE daily_visits (visit_day DATE, visits BIGINT);

-- Visits come late, so the days that are still open are counted anew in each update. What the table
-- holds of earlier days stays.
CREATE FLOW open_days
AS INSERT INTO daily_visits BY NAME REPLACE WHERE visit_day >= DATE'2024-05-02'
SELECT visit_day, count(*) AS visits
FROM read_files('data/visits', format => 'json', schema => 'visit_day DATE, visitor STRING')
GROUP BY visit_day;
