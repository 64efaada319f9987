-- Two streams, joined where a click follows its impression within three minutes. The watermarks
-- and the range of time in ON let Spark forget the events that can no longer find a partner.
CREATE OR REFRESH STREAMING TABLE clicked_impressions
AS SELECT shown.ad_id, shown.visitor, timestampdiff(SECOND, shown.shown_at, clicked.clicked_at) AS seconds
FROM STREAM read_files('data/impressions', format => 'json', schema => 'ad_id INT, visitor STRING, shown_at TIMESTAMP')
    WATERMARK shown_at DELAY OF INTERVAL 10 MINUTES AS shown
  INNER JOIN STREAM read_files('data/clicks', format => 'json', schema => 'ad INT, clicked_at TIMESTAMP')
    WATERMARK clicked_at DELAY OF INTERVAL 10 MINUTES AS clicked
  ON shown.ad_id = clicked.ad
    AND clicked.clicked_at BETWEEN shown.shown_at AND shown.shown_at + INTERVAL 3 MINUTES;
