-- What somebody lost at one organisation while they stay at another: deleted by a person who is not over all of their organisations.
-- Restoring gives it back until the purge. docs/decisions/0063-people-of-two-organisations.md.
create table directory.ended_associations (
  user_id integer not null,
  organization_id integer not null references directory.organizations (id) on delete cascade,
  realm directory.realm not null,
  admin boolean not null,
  active boolean not null,
  add_to_sub_schools boolean not null,
  -- Groups of the organisation, and for a guardian the pupils there.
  group_ids integer[] not null,
  pupil_ids integer[] not null,
  ended_at timestamptz not null default now(),
  primary key (user_id, organization_id),
  foreign key (user_id, realm) references directory.users (id, realm) on delete cascade
);
create index ended_associations_by_organization on directory.ended_associations (organization_id, ended_at);
create index ended_associations_by_time on directory.ended_associations (ended_at);
