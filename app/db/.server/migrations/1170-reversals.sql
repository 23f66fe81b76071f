-- Refunds and disputes of payments, as the provider has them. Kept as long as receipts; no name, address or child.
create table payment.reversals (
  realm text not null,
  id text not null,
  customer_id uuid not null references payment.customers (id),
  kind text not null check (kind in ('refund', 'dispute')),
  invoice_id text,
  payment_intent_id text,
  amount integer not null,
  currency text not null,
  status text not null,
  reason text,
  made_at timestamptz not null,
  updated_at timestamptz not null default now(),
  -- When a lost dispute has ended its plan.
  handled_at timestamptz,
  primary key (realm, id)
);
create index reversals_by_customer on payment.reversals (customer_id);
create index reversals_by_time on payment.reversals (realm, made_at);
