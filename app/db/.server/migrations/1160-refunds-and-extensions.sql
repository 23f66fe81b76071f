-- What super users pay back and how they move the next payment. The id is made by the form, so that a repeated call is the same act.
create table payment.refunds (
  id uuid primary key,
  realm payment.realm not null,
  customer_id uuid not null references payment.customers (id),
  -- The provider's payment intent.
  intent_id text not null,
  amount integer not null check (amount > 0),
  currency text not null,
  -- null once the family is purged.
  reason text,
  made_by uuid not null,
  -- decided: the provider has not confirmed it yet; failed: it refused.
  state text not null default 'decided' check (state in ('decided', 'done', 'failed')),
  created_at timestamptz not null default now(),
  done_at timestamptz
);
create index refunds_of_customer on payment.refunds (customer_id, created_at);
create index refunds_to_carry_out on payment.refunds (realm) where state = 'decided';

create table payment.extensions (
  id uuid primary key,
  realm payment.realm not null,
  customer_id uuid not null references payment.customers (id),
  subscription_id text not null,
  days integer not null check (days between 1 and 90),
  -- End of the paid time that the provider is asked for.
  paid_until timestamptz not null,
  reason text,
  made_by uuid not null,
  state text not null default 'decided' check (state in ('decided', 'done', 'failed')),
  created_at timestamptz not null default now(),
  done_at timestamptz
);
create index extensions_of_customer on payment.extensions (customer_id, created_at);
create index extensions_to_carry_out on payment.extensions (realm) where state = 'decided';
-- One at a time: each counts from the end that the one before has made.
create unique index extensions_one_at_a_time on payment.extensions (customer_id) where state = 'decided';

-- What a super user has done about a statement that matches no order.
alter table payment.contract_statements add column reviewed_at timestamptz;
alter table payment.contract_statements add column reviewed_by uuid;
alter table payment.contract_statements add column review_note text;
create index contract_statements_to_review on payment.contract_statements (realm, received_at desc) where status = 'unknown';
