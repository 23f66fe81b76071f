-- The version that a form was filled from: a second save of an older version is rejected.
alter table directory.subscription_periods add column version integer not null default 1;
