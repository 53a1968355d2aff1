-- A wrong tracking number can be corrected: a correction is another 'sent' row, with a key of its own. That an order is
-- sent once is what the key of the first row says.
drop index order_event_sent;
