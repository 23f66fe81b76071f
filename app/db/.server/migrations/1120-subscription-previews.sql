-- What a family was shown before a change of its subscription that charges or credits something: the change carries it out only while the
-- provider still computes the same sums. Rows older than an hour are removed by the family's next preview.
create table payment.subscription_previews (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references payment.customers (id) on delete cascade,
  subscription_id text not null,
  -- The change: a plan, a coupon, or going on after a cancellation.
  request jsonb not null,
  -- Seconds since the epoch, as the provider takes it; null where no unused time is credited.
  proration_date bigint,
  sums jsonb not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index subscription_previews_by_customer on payment.subscription_previews (customer_id, created_at);
