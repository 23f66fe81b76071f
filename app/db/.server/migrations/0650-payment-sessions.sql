-- How far a browser has come with signing up and paying; encrypted like sessions, found by the digest of a random id.
create table web.payment_sessions (
  realm text not null,
  id_digest text not null,
  -- The family that it belongs to; null before there is an account.
  uid uuid,
  state bytea not null,
  updated_at timestamptz not null default now(),
  primary key (realm, id_digest)
);
create index payment_sessions_by_age on web.payment_sessions (updated_at);
create index payment_sessions_by_person on web.payment_sessions (uid) where uid is not null;
