-- What the nightly work needs to know which subscriptions it should ask the provider about: yearly plans before their renewal, and cards
-- before they expire. null where it was not stored yet.
alter table payment.subscriptions add column "interval" text check ("interval" in ('month', 'year'));
alter table payment.customers add column card_looked_on date;
-- Mails by choice: a person who switched one off has it as false.
alter table account.settings add column mails jsonb not null default '{}';
