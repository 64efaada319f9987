CREATE VIEW el AS SELECT * FROM event_log(TABLE(main.s.t));
SELECT details:flow_progress.metrics.num_output_rows FROM el WHERE event_type = 'flow_progress';
