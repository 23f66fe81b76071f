-- A group that ends lets its people go at once and can come back for a while. Spec 3, section 9; issue 5, part 3.

-- Who was in a group when it ended.
create table directory.ended_memberships (
  user_id integer not null,
  group_id integer not null,
  realm directory.realm not null,
  primary key (group_id, user_id),
  foreign key (user_id, realm) references directory.users (id, realm) on delete cascade,
  foreign key (group_id, realm) references directory.groups (id, realm) on delete cascade
);
create index ended_memberships_by_user on directory.ended_memberships (user_id);

-- What is due to go for good is asked for every day.
create index groups_deleted on directory.groups (deleted_at) where status = 'deleted';
