--- add schedule
ALTER STREAMING TABLE t ADD SCHEDULE EVERY 4 HOURS
--- alter schedule
ALTER STREAMING TABLE t ALTER SCHEDULE EVERY 1 HOUR
--- add schedule with refresh
ALTER MATERIALIZED VIEW m ADD SCHEDULE REFRESH EVERY 2 DAYS
--- add cron
ALTER MATERIALIZED VIEW m ADD SCHEDULE CRON '0 0 * * * ? *'
--- alter cron with time zone
ALTER MATERIALIZED VIEW m ALTER SCHEDULE CRON '0 0 * * * ? *' AT TIME ZONE 'UTC'
--- alter cron with refresh
ALTER STREAMING TABLE t ALTER SCHEDULE REFRESH CRON '0 0 * * * ? *'
--- add trigger
ALTER STREAMING TABLE t ADD TRIGGER ON UPDATE
--- alter trigger at most
ALTER MATERIALIZED VIEW m ALTER TRIGGER ON UPDATE AT MOST EVERY INTERVAL 1 HOUR
--- drop schedule
ALTER STREAMING TABLE t DROP SCHEDULE
--- drop trigger
ALTER MATERIALIZED VIEW m DROP TRIGGER ON UPDATE
--- column comment
ALTER STREAMING TABLE t ALTER COLUMN c COMMENT 'text'
--- column comment of a view
ALTER MATERIALIZED VIEW m ALTER COLUMN c COMMENT 'text'
--- set mask
ALTER STREAMING TABLE t ALTER COLUMN c SET MASK s.f
--- set mask with columns
ALTER STREAMING TABLE t ALTER COLUMN c SET MASK s.f USING COLUMNS (a, 'x')
--- drop mask
ALTER MATERIALIZED VIEW m ALTER COLUMN c DROP MASK
--- set tags of a column
ALTER STREAMING TABLE t ALTER COLUMN c SET TAGS ('a' = 'b', 'c' = 'd')
--- set tags of a column without values
ALTER STREAMING TABLE t ALTER COLUMN c SET TAGS ('a')
--- unset tags of a column
ALTER MATERIALIZED VIEW m ALTER COLUMN c UNSET TAGS ('a', 'b')
--- set row filter
ALTER STREAMING TABLE t SET ROW FILTER s.f ON (a, b)
--- set row filter without columns
ALTER MATERIALIZED VIEW m SET ROW FILTER s.f ON ()
--- drop row filter
ALTER STREAMING TABLE t DROP ROW FILTER
--- set tags
ALTER STREAMING TABLE t SET TAGS ('a' = 'b')
--- unset tags
ALTER MATERIALIZED VIEW m UNSET TAGS ('a')
--- owner
ALTER STREAMING TABLE t OWNER TO `someone@example.com`
--- set owner
ALTER MATERIALIZED VIEW m SET OWNER TO admins
--- set properties
ALTER STREAMING TABLE t SET TBLPROPERTIES ('a' = 'b', c.d = 1)
--- the property that moves a table
ALTER MATERIALIZED VIEW m SET TBLPROPERTIES ("pipelines.pipelineId" = "1234")
--- unset properties
ALTER STREAMING TABLE t UNSET TBLPROPERTIES ('a')
--- unset properties if exists
ALTER STREAMING TABLE t UNSET TBLPROPERTIES IF EXISTS ('a', b.c)
--- name of three parts
ALTER STREAMING TABLE lake.gold.t DROP SCHEDULE
--- lower case
alter materialized view m add schedule every 3 weeks
--- a property without value
ALTER STREAMING TABLE t SET TBLPROPERTIES ('a')
