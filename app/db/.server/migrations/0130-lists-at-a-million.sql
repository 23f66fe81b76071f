-- What lists of a million people filter by, each found without reading everybody. Issue 5, "How well".

create index users_inactive on directory.users (realm, id) where status = 'inactive';
create index users_gone on directory.users (realm, id) where status = 'deleted';
create index users_shared on directory.users (realm, id) where shared and status <> 'deleted';
create index users_without_email on directory.users (realm, type, id)
  where email is null and type <> 'student' and status <> 'deleted';
create index associations_of_administrators on directory.associations (user_id) where admin;

-- Who is in no group: nobody can be looked up by what is not there, so it is written down.
create table directory.without_group (
  user_id integer primary key references directory.users (id) on delete cascade
);
insert into directory.without_group (user_id)
  select u.id from directory.users u
  where not exists (select 1 from directory.memberships m where m.user_id = u.id);

create function directory.note_newcomers() returns trigger language plpgsql as $$
begin
  insert into directory.without_group (user_id) select id from made on conflict do nothing;
  return null;
end $$;
create trigger users_without_group after insert on directory.users
  referencing new table as made for each statement execute function directory.note_newcomers();

create function directory.note_joined() returns trigger language plpgsql as $$
begin
  delete from directory.without_group w using made where w.user_id = made.user_id;
  return null;
end $$;
create trigger memberships_joined after insert on directory.memberships
  referencing new table as made for each statement execute function directory.note_joined();

create function directory.note_left() returns trigger language plpgsql as $$
begin
  -- Locked, so that of two who take the last two groups from somebody the second sees what the first did.
  perform 1 from directory.users u where u.id in (select user_id from gone) order by u.id for no key update;
  insert into directory.without_group (user_id)
    select distinct u.id from gone join directory.users u on u.id = gone.user_id
    where not exists (select 1 from directory.memberships m where m.user_id = u.id)
    on conflict do nothing;
  return null;
end $$;
create trigger memberships_left after delete on directory.memberships
  referencing old table as gone for each statement execute function directory.note_left();
