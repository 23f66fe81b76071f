-- What people keep about themselves: settings, and links that prove an address.
create schema if not exists account;

create table account.settings (
  realm text not null,
  uid uuid not null,
  reader jsonb not null default '{}',
  notices jsonb not null default '{}',
  updated_at timestamptz not null default now(),
  primary key (realm, uid)
);

create table account.email_verifications (
  token_hash text primary key,
  realm text not null,
  uid uuid not null,
  email text not null,
  -- Whether the address takes the place of the one that is there.
  is_change boolean not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_verifications_by_person on account.email_verifications (realm, uid, created_at);
create index email_verifications_by_expiry on account.email_verifications (expires_at);

-- An address that anybody writes is unproved again, whoever wrote it and by which way.
create function directory.unprove_email() returns trigger language plpgsql as $$
begin
  new.email_verified := false;
  return new;
end $$;
create trigger users_email_changed before update of email on directory.users
  for each row when (old.email is distinct from new.email) execute function directory.unprove_email();
