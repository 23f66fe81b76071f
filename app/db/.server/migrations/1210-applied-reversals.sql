-- The number of the latest read of the provider whose refunds and disputes were stored: not every read has them.
alter table payment.customers add column applied_reversals bigint not null default 0;
