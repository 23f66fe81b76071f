-- Browser sessions (the tokens stay here, encrypted; the browser holds a random id) and the answers of idempotent writes.

create table web.sessions (
  id_hash text primary key,
  realm text not null,
  uid uuid not null,
  tokens bytea not null,
  access_expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Moves on with every refresh, so that of several requests only one writes.
  version integer not null default 0
);
create index sessions_by_expiry on web.sessions (expires_at);

create table web.idempotent_answers (
  owner text not null,
  key text not null,
  digest text not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (owner, key)
);
create index idempotent_answers_by_age on web.idempotent_answers (created_at);
