-- Children of a family that subscribes by itself: who reads with the family's account. A profile is no user: it has no username and no
-- place in an organisation. Tables that keep something for a reader hold the id, or the nil UUID where the account's owner reads.
create table directory.family_profiles (
  id uuid primary key default gen_random_uuid(),
  realm directory.realm not null,
  owner_uid uuid not null references directory.users (uid) on delete cascade,
  name text not null check (char_length(name) between 1 and 40),
  -- One of the product's own drawings.
  avatar text not null check (char_length(avatar) between 1 and 40),
  -- Up to which age books are shown; null for all.
  age_limit integer check (age_limit between 0 and 18),
  created_at timestamptz not null default now(),
  version integer not null default 1 check (version > 0)
);
create index family_profiles_by_owner on directory.family_profiles (owner_uid, created_at);

-- Who reads in a browser: null for the account's owner.
alter table web.sessions add column profile_id uuid;
create index sessions_by_profile on web.sessions (profile_id) where profile_id is not null;
