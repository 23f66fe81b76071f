-- A family names its contract by this number, without signing in: 80 random bits, in groups of four.
create function payment.new_order_number() returns text language sql volatile as $$
  select upper(concat_ws('-', substr(hex, 1, 4), substr(hex, 5, 4), substr(hex, 9, 4), substr(hex, 21, 4), substr(hex, 25, 4)))
  from (select replace(gen_random_uuid()::text, '-', '') as hex) as random
$$;
alter table payment.orders add column number text not null default payment.new_order_number();
create unique index orders_by_number on payment.orders (realm, number);

-- Statements by which families withdraw from their contract. What the provider has to pay back is decided when the statement arrives, so
-- that it may be carried out in several attempts, and is paid back once.
create table payment.withdrawals (
  id uuid primary key default gen_random_uuid(),
  realm payment.realm not null,
  -- null: no order has the stated number and address; super users read the statement.
  order_id uuid unique references payment.orders (id),
  -- As stated; null for a statement of somebody signed in, and after 13 months.
  stated_name text,
  stated_number text,
  stated_email text,
  received_at timestamptz not null default now(),
  -- received, done; late: outside the days in which one may withdraw; unknown: matches no order.
  status text not null check (status in ('received', 'done', 'late', 'unknown')),
  subscription_id text,
  -- In minor units: paid for the contract, kept for the days used, and paid back.
  paid integer not null default 0 check (paid >= 0),
  kept integer not null default 0 check (kept >= 0),
  currency text check (currency in ('EUR', 'NOK', 'SEK', 'GBP', 'USD')),
  -- The payments that are paid back: [{intentId, amount}].
  refunds jsonb not null default '[]',
  done_at timestamptz,
  check (kept <= paid)
);
create index withdrawals_to_carry_out on payment.withdrawals (realm) where status = 'received';
create index withdrawals_by_time on payment.withdrawals (realm, received_at desc);
