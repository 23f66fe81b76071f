-- Devices on which one child of a family reads: a parent makes a link that works once, and the session that it opens belongs to that child.
alter table auth.sessions
  add column profile_id uuid,
  -- What the parent calls the device.
  add column device_name text check (char_length(device_name) between 1 and 40),
  add constraint joined_devices_have_names check ((profile_id is null) = (device_name is null));
create index sessions_by_profile on auth.sessions (profile_id) where profile_id is not null;

create table auth.device_links (
  token_hash text primary key,
  realm text not null,
  uid uuid not null,
  profile_id uuid not null,
  -- The parent's session that made the link; the link ends with it.
  session_id uuid not null,
  device_name text not null check (char_length(device_name) between 1 and 40),
  expires_at timestamptz not null
);
create index device_links_by_owner on auth.device_links (realm, uid);
