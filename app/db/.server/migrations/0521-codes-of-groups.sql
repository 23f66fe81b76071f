-- A group's code lets pupils of its school join by themselves, for some days; who came that way is told to whoever manages the group.
alter table directory.groups add column code_expires_at timestamptz;
update directory.groups set code_expires_at = now() + interval '14 days' where code is not null;
alter table directory.memberships add column joined_by_code_at timestamptz;
create index memberships_joined_by_code on directory.memberships (group_id, joined_by_code_at)
  where joined_by_code_at is not null;
