CREATE OR REFRESH STREAMING TABLE tickets
AS SELECT * FROM STREAM read_files('data/tickets', format => 'json', schema => 'ticket_id INT, state STRING, priority INT');

-- Published in the catalog for others to query; computed when it is read.
CREATE VIEW open_tickets (ticket_id, urgent COMMENT 'priority 1')
COMMENT 'Tickets that wait for an answer'
AS SELECT ticket_id, priority = 1 FROM tickets WHERE state = "open";
