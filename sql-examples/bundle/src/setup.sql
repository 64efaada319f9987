-- Run once in a workspace, by hand. No library names this file, so it is no part of a pipeline.
CREATE CATALOG IF NOT EXISTS bakery;
GRANT USE CATALOG ON CATALOG bakery TO `tills`;
