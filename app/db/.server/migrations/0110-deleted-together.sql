-- What an organisation's deletion took with it, so that restoring it brings back the same, as it was.
alter table directory.users add column status_before directory.status, add column deleted_with uuid;
alter table directory.organizations add column status_before directory.status, add column deleted_with uuid;
alter table directory.groups
  add column status_before directory.status, add column deleted_with uuid, add column deleted_at timestamptz;
create index users_deleted_with on directory.users (deleted_with) where deleted_with is not null;
create index organizations_deleted_with on directory.organizations (deleted_with) where deleted_with is not null;
create index organizations_deleted on directory.organizations (deleted_at) where deleted_at is not null;
create index groups_deleted_with on directory.groups (deleted_with) where deleted_with is not null;
