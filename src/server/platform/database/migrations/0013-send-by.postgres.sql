-- Orders from before 0012 are open unless all of their money went back: four days after the day of the order in India.
update shop_order
  set send_by = to_char((placed_at::timestamptz at time zone 'Asia/Kolkata') + interval '4 days', 'YYYY-MM-DD')
  where not exists
    (select 1 from payment_attempt where id = shop_order.attempt_id and state = 'refunded');
