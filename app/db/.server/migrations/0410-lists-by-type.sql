-- Lists of one type of people, filtered or sorted by what another type mostly has. Issue 5, "How well".

-- Pupils without an e-mail address are nine in ten of a country, and stand before all others in the order of addresses.
create index users_by_type_and_email on directory.users (realm, type, coalesce(lower(email), ''), id)
  where status <> 'deleted';

-- Guardians and employees are in no group: who looks for pupils without one must not read them all.
alter table directory.without_group add column realm directory.realm, add column type text;
update directory.without_group w set realm = u.realm, type = u.type from directory.users u where u.id = w.user_id;
alter table directory.without_group
  alter column realm set not null,
  alter column type set not null,
  drop constraint without_group_user_id_fkey,
  add foreign key (user_id, realm, type) references directory.users (id, realm, type)
    on update cascade on delete cascade;
create index without_group_by_type on directory.without_group (realm, type, user_id);

create or replace function directory.note_newcomers() returns trigger language plpgsql as $$
begin
  insert into directory.without_group (user_id, realm, type) select id, realm, type from made on conflict do nothing;
  return null;
end $$;

create or replace function directory.note_left() returns trigger language plpgsql as $$
begin
  -- Locked, so that of two who take the last two groups from somebody the second sees what the first did.
  perform 1 from directory.users u where u.id in (select user_id from gone) order by u.id for no key update;
  insert into directory.without_group (user_id, realm, type)
    select distinct u.id, u.realm, u.type from gone join directory.users u on u.id = gone.user_id
    where not exists (select 1 from directory.memberships m where m.user_id = u.id)
    on conflict do nothing;
  return null;
end $$;
