-- Links by which somebody who forgot their password chooses a new one; they go to the confirmed e-mail address.
create table account.password_resets (
  token_hash text primary key,
  realm text not null check (realm in ('de', 'fi', 'fr', 'no', 'nl', 'se', 'uk', 'us')),
  uid uuid not null,
  -- Where the link went: it holds as long as this is the person's confirmed address.
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_by_person on account.password_resets (realm, uid);
create index password_resets_by_expiry on account.password_resets (expires_at);
