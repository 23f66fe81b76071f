-- Sign-in: keys, passwords, sessions and what they hand out. Secrets are stored as digests, private keys encrypted.

create table auth.signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_jwk bytea not null,
  signs_from timestamptz not null,
  signs_until timestamptz not null,
  verifies_until timestamptz not null,
  check (signs_from < signs_until and signs_until < verifies_until)
);

create table auth.passwords (
  realm text not null,
  uid uuid not null,
  hash text not null,
  temporary boolean not null default false,
  expires_at timestamptz,
  changed_at timestamptz not null default now(),
  primary key (realm, uid),
  check (expires_at is null or temporary)
);

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  realm text not null,
  uid uuid not null,
  client_id text not null,
  scope text not null,
  amr text[] not null,
  acr text not null check (acr in ('basic', 'secure')),
  auth_time timestamptz not null,
  actor_uid uuid,
  actor_session_id uuid,
  actor_reason text,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  check ((actor_uid is null) = (actor_reason is null)),
  check ((ended_at is null) = (end_reason is null))
);
create index sessions_by_person on auth.sessions (realm, uid) where ended_at is null;
create index sessions_by_actor on auth.sessions (realm, actor_uid) where ended_at is null and actor_uid is not null;
create index sessions_by_address on auth.sessions (uid, ip_address);
create index sessions_by_expiry on auth.sessions (expires_at);

create table auth.authorization_codes (
  code_hash text primary key,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  redirect_uri text not null,
  code_challenge text not null,
  nonce text,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index authorization_codes_by_session on auth.authorization_codes (session_id);

create table auth.refresh_tokens (
  token_hash text primary key,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  nonce text,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index refresh_tokens_by_session on auth.refresh_tokens (session_id);

-- Sign-ins, refusals and ends, kept for good: rows are only ever added. Security 26.
create table auth.events (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  realm text not null,
  kind text not null,
  uid uuid,
  actor_uid uuid,
  session_id uuid,
  ip_address text,
  request_id text,
  details jsonb not null default '{}'
);
create index events_by_person on auth.events (realm, uid, id desc);

create function auth.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'auth.events only grows';
end $$;
create trigger events_only_grow before update or delete on auth.events
  for each row execute function auth.refuse_change();
create trigger events_are_not_emptied before truncate on auth.events
  for each statement execute function auth.refuse_change();

-- Counters of rate-limiter-flexible, in the shape that it asks for.
create table auth.rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
