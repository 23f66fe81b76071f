-- Links by which families restore an account that they have deleted; one is valid until day 28. The token is stored as a digest.
create table account.restorations (
  token_hash text primary key,
  realm text not null,
  uid uuid not null,
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index restorations_by_person on account.restorations (realm, uid, created_at);
create index restorations_by_expiry on account.restorations (expires_at);
