-- QR badges of pupils: one a pupil, only its digest. Security 28.
create table auth.badges (
  realm text not null,
  uid uuid not null,
  token_hash text not null unique,
  issued_at timestamptz not null default now(),
  primary key (realm, uid)
);
