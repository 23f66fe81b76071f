-- Whether a family asked, when it ordered, that the plan starts before the time for withdrawal has passed. It outlives the account, as the
-- order does: both name the customer's row, which loses its person at the purge.
create table payment.consents (
  realm payment.realm not null,
  customer_id uuid not null references payment.customers (id),
  order_id uuid not null references payment.orders (id),
  -- Version of the text that was shown.
  version text not null check (version <> ''),
  -- null where the box stayed empty.
  consented_at timestamptz,
  recorded_at timestamptz not null default now(),
  primary key (customer_id, order_id)
);
create index consents_by_order on payment.consents (order_id);
