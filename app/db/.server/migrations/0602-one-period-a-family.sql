-- A family holds one period at a time: the trial, what was bought, what followed it are one row that is rewritten.
create unique index subscription_periods_one_a_family on directory.subscription_periods (user_id)
  where user_id is not null and type like '%consumer';
alter table directory.subscription_periods add column updated_at timestamptz not null default now();
