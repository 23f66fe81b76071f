-- Authenticator apps: the secret encrypted, recovery codes as digests, the last time step so that no code counts twice.
create table auth.second_factors (
  realm text not null,
  uid uuid not null,
  secret bytea not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  recovery_hashes text[] not null default '{}',
  primary key (realm, uid)
);
