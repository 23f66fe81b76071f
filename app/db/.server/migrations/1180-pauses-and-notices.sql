-- The end of the paid time of a plan that is paused; null for one that is not.
alter table payment.subscriptions add column paused_from timestamptz;

-- A cancelled plan that ends before its paid time does, since its country's law gives a notice of months after the first year. The row of a
-- subscription is written anew when it is cancelled again, and removed when it goes on.
create table payment.early_endings (
  realm payment.realm not null,
  subscription_id text not null,
  customer_id uuid not null references payment.customers (id) on delete cascade,
  ends_at timestamptz not null,
  -- {paid, kept, refunds: [{intentId, amount}]} in minor units, for the time after ends_at.
  refund jsonb not null,
  done_at timestamptz,
  primary key (realm, subscription_id)
);
create index early_endings_to_carry_out on payment.early_endings (realm, ends_at) where done_at is null;
