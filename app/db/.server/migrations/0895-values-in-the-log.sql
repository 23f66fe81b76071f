-- What changed attributes held before and hold since. Personal data, so it stands beside the log, which only grows and holds none: it
-- goes for good with its person, group or organisation. No key leads to the log, which belongs to another role.
create table directory.audit_values (
  audit_id bigint primary key,
  user_id integer references directory.users (id) on delete cascade,
  group_id integer references directory.groups (id) on delete cascade,
  organization_id integer references directory.organizations (id) on delete cascade,
  -- [{attribute, before, after}]
  changes jsonb not null,
  check (num_nonnulls(user_id, group_id, organization_id) = 1)
);
create index audit_values_by_user on directory.audit_values (user_id) where user_id is not null;
create index audit_values_by_group on directory.audit_values (group_id) where group_id is not null;
create index audit_values_by_organization on directory.audit_values (organization_id) where organization_id is not null;

create function directory.refuse_other_values() returns trigger language plpgsql as $$
begin
  raise exception 'values in the audit log are not changed' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_values_stay before update on directory.audit_values
  for each row execute function directory.refuse_other_values();
