-- What a demonstration would have sent by mail or as text messages, to be read on its outbox page. Empty elsewhere.
create schema if not exists outbox;

create table outbox.messages (
  id bigint primary key generated always as identity,
  realm text not null,
  kind text not null check (kind in ('sms', 'mail')),
  recipient text not null,
  subject text not null,
  body text not null,
  html text,
  created_at timestamptz not null default now()
);
create index messages_by_realm on outbox.messages (realm, id desc);
create index messages_by_age on outbox.messages (created_at);
