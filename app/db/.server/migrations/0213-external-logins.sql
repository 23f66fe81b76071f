-- Who of ours an account elsewhere belongs to: by the issuer and its subject, never by an e-mail address. Security 10.
create table auth.external_links (
  realm text not null,
  issuer text not null,
  subject text not null,
  uid uuid not null,
  -- The stored identifier that the link was made by: it holds as long as the person has it. Both null: made by hand or by a sync.
  identifier text,
  identifier_value text,
  linked_at timestamptz not null default now(),
  primary key (realm, issuer, subject),
  check ((identifier is null) = (identifier_value is null))
);
create index external_links_by_person on auth.external_links (realm, uid);

-- Attempts that came back: each counts once. Attempts on their way lie encrypted in the browser.
create table auth.external_attempts (
  state_hash text primary key,
  expires_at timestamptz not null
);

-- What a provider gave for a session, encrypted, to be given back when one logs out.
create table auth.external_sessions (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  provider text not null,
  tokens bytea not null
);
