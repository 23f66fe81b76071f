-- A family names its contract by this number, without signing in: 80 random bits, in groups of four.
create function payment.new_order_number() returns text language sql volatile as $$
  select upper(concat_ws('-', substr(hex, 1, 4), substr(hex, 5, 4), substr(hex, 9, 4), substr(hex, 21, 4), substr(hex, 25, 4)))
  from (select replace(gen_random_uuid()::text, '-', '') as hex) as random
$$;
alter table payment.orders add column number text not null default payment.new_order_number();
create unique index orders_by_number on payment.orders (realm, number);

-- Statements by which families withdraw from their contract or cancel it. What the provider pays back is decided once, so that it may be
-- carried out in several attempts.
create table payment.contract_statements (
  id uuid primary key default gen_random_uuid(),
  realm payment.realm not null,
  kind text not null check (kind in ('withdrawal', 'cancellation')),
  -- null until the stated number and address are matched, and if no order has them.
  order_id uuid references payment.orders (id),
  -- As stated; null for a statement of somebody signed in, and after 13 months.
  stated jsonb,
  received_at timestamptz not null default now(),
  -- late: outside the days in which one may withdraw; unknown: matches no order; repeated: the order has a statement already.
  status text not null default 'received' check (status in ('received', 'done', 'late', 'unknown', 'repeated')),
  -- {paid, kept, refunds: [{intentId, amount}]} in minor units; null until it is decided.
  refund jsonb,
  done_at timestamptz
);
create unique index contract_statements_once on payment.contract_statements (kind, order_id)
  where status in ('received', 'done');
create index contract_statements_to_carry_out on payment.contract_statements (realm) where status = 'received';
create index contract_statements_by_time on payment.contract_statements (realm, received_at desc);
