-- What a receipt says, so that one which could not be sent is written later without asking the provider.
alter table payment.receipts
  add column number text,
  add column amount integer not null,
  add column currency text not null check (currency in ('EUR', 'NOK', 'SEK', 'GBP', 'USD')),
  add column paid_on date not null,
  add column link text;
create index receipts_to_send on payment.receipts (created_at) where sent_at is null;
