-- Card payment of families. The provider has the last word on subscriptions and payments; these tables hold what was asked of it
-- before it was asked, and a copy of what it said last. No card data is here.
create schema if not exists payment;

create domain payment.realm as text
  check (value in ('de', 'fi', 'fr', 'no', 'nl', 'se', 'uk', 'us'));

create table payment.customers (
  id uuid primary key default gen_random_uuid(),
  realm payment.realm not null,
  -- null once the person was erased.
  user_uid uuid,
  -- The provider's id; null until it was told.
  stripe_id text,
  -- Each look at the provider takes a number before it looks; what an earlier look saw never replaces what a later one saw.
  looks bigint not null default 0,
  applied_look bigint not null default 0,
  -- The period that was last written for the family, so that one written by hand is told from it.
  period jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (realm, user_uid),
  unique (realm, stripe_id)
);

create table payment.orders (
  id uuid primary key default gen_random_uuid(),
  realm payment.realm not null,
  customer_id uuid not null references payment.customers (id),
  status text not null default 'created' check (status in ('created', 'processing', 'failed', 'completed', 'canceled')),
  kind text not null check (kind in ('card', 'hosted')),
  price_id text not null,
  quantity integer not null check (quantity = 1),
  coupon_id text,
  subscription_type text not null,
  -- In the currency's minor unit.
  amount integer not null check (amount >= 0),
  currency text not null check (currency in ('EUR', 'NOK', 'SEK', 'GBP', 'USD')),
  -- Of whoever ordered; removed with the person.
  name text,
  email text,
  message text,
  subscription_id text,
  payment_intent_id text,
  checkout_session_id text,
  -- What the provider said of the last attempt to pay.
  error jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (realm, subscription_id)
);
-- One order at a time may be paid: no second charge can begin beside it.
create unique index orders_one_to_pay on payment.orders (customer_id) where status in ('created', 'processing', 'failed');
create index orders_by_customer on payment.orders (customer_id, created_at);

create table payment.subscriptions (
  realm payment.realm not null,
  id text not null,
  customer_id uuid not null references payment.customers (id),
  status text not null,
  subscription_type text not null,
  price_id text not null,
  current_period_end timestamptz not null,
  cancel_at_period_end boolean not null,
  -- The last day that it opens books on; null while nothing was paid.
  opens_until date,
  updated_at timestamptz not null default now(),
  primary key (realm, id)
);
create index subscriptions_by_customer on payment.subscriptions (customer_id);

-- Each webhook's event once.
create table payment.events (
  realm payment.realm not null,
  id text not null,
  type text not null,
  handled_at timestamptz not null default now(),
  primary key (realm, id)
);

-- Invoices that a receipt was written for.
create table payment.receipts (
  realm payment.realm not null,
  invoice_id text not null,
  customer_id uuid not null references payment.customers (id),
  -- null until the mail server took it.
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (realm, invoice_id)
);

-- Cards that were taken away, so that a repeated call is told from one about somebody else's card.
create table payment.removed_methods (
  customer_id uuid not null references payment.customers (id),
  stripe_id text not null,
  primary key (customer_id, stripe_id)
);

-- Trials by digest of the e-mail address: it outlives the account, and names nobody.
create table payment.trials (
  realm payment.realm not null,
  email_digest text not null,
  starts_on date not null,
  ends_on date not null,
  created_at timestamptz not null default now(),
  primary key (realm, email_digest)
);
