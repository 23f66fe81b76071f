-- Who is in a group of one school may be in none of another's, whose staff know nothing of the first: whoever belongs to several
-- organisations is kept beside those who are in no group at all. Few, and each is asked about anyway.
alter table directory.without_group rename to maybe_without_group;
alter index directory.without_group_by_type rename to maybe_without_group_by_type;
insert into directory.maybe_without_group (user_id, realm, type)
  select a.user_id, a.realm, a.role from directory.associations a
  group by a.user_id, a.realm, a.role having count(*) > 1
  on conflict do nothing;

create or replace function directory.note_newcomers() returns trigger language plpgsql as $$
begin
  insert into directory.maybe_without_group (user_id, realm, type)
    select id, realm, type from made on conflict do nothing;
  return null;
end $$;

create or replace function directory.note_joined() returns trigger language plpgsql as $$
begin
  delete from directory.maybe_without_group w using made
    where w.user_id = made.user_id
      and (select count(*) from directory.associations a where a.user_id = w.user_id) < 2;
  return null;
end $$;

create or replace function directory.note_left() returns trigger language plpgsql as $$
begin
  -- Locked, so that of two who take the last two groups from somebody the second sees what the first did.
  perform 1 from directory.users u where u.id in (select user_id from gone) order by u.id for no key update;
  insert into directory.maybe_without_group (user_id, realm, type)
    select distinct u.id, u.realm, u.type from gone join directory.users u on u.id = gone.user_id
    where not exists (select 1 from directory.memberships m where m.user_id = u.id)
    on conflict do nothing;
  return null;
end $$;

create function directory.note_places() returns trigger language plpgsql as $$
begin
  insert into directory.maybe_without_group (user_id, realm, type)
    select distinct made.user_id, made.realm, made.role from made
    where exists (select 1 from directory.associations a
      where a.user_id = made.user_id and a.organization_id <> made.organization_id)
    on conflict do nothing;
  return null;
end $$;
create trigger associations_made after insert on directory.associations
  referencing new table as made for each statement execute function directory.note_places();

create function directory.note_places_left() returns trigger language plpgsql as $$
begin
  -- Locked, so that whoever gives somebody another place, or takes the last group, at the same time is waited for.
  perform 1 from directory.users u where u.id in (select user_id from gone) order by u.id for no key update;
  delete from directory.maybe_without_group w using gone
    where w.user_id = gone.user_id
      and (select count(*) from directory.associations a where a.user_id = w.user_id) < 2
      and exists (select 1 from directory.memberships m where m.user_id = w.user_id);
  return null;
end $$;
create trigger associations_left after delete on directory.associations
  referencing old table as gone for each statement execute function directory.note_places_left();
