-- Which state of a period a form was filled from: whoever saves second is told.
alter table directory.subscription_periods add column version integer not null default 1;
