-- An external id belongs to one living person of an organisation tree. Kept by every write of ids, associations, parents and states.
-- docs/product/control-panel.md#validation.

create table directory.external_ids (
  -- The topmost organisation.
  root_id integer not null references directory.organizations (id) on delete cascade,
  external_id text not null,
  user_id integer not null references directory.users (id) on delete cascade,
  primary key (root_id, user_id),
  constraint external_ids_of_tree unique (root_id, external_id)
);
create index external_ids_by_user on directory.external_ids (user_id);
create index external_ids_by_id on directory.external_ids (external_id);

create function directory.root_of(organization integer) returns integer language sql stable as $$
  select c.ancestor_id from directory.organization_closure c
    where c.descendant_id = organization order by c.depth desc limit 1
$$;

-- What `external_ids` shall hold of some people: the trees of their associations with living organisations.
create function directory.external_ids_of(people integer[])
  returns table (root_id integer, external_id text, user_id integer) language sql stable as $$
  select distinct directory.root_of(a.organization_id), u.external_id, u.id
    from directory.users u
    join directory.associations a on a.user_id = u.id
    join directory.organizations o on o.id = a.organization_id and o.status <> 'deleted'
    where u.id = any (people) and u.status <> 'deleted' and u.external_id is not null
$$;

-- Violates external_ids_of_tree where somebody else of a tree has the id. Whoever shared an id before this table was made keeps it:
-- what is not written anew is not refused.
create function directory.keep_external_ids(people integer[]) returns void language plpgsql as $$
begin
  -- Before the closure is read: whoever moves one of these organisations is waited for.
  perform 1 from directory.organizations o
    where o.id in (
      select c.ancestor_id from directory.associations a
      join directory.users u on u.id = a.user_id and u.external_id is not null and u.status <> 'deleted'
      join directory.organization_closure c on c.descendant_id = a.organization_id
      where a.user_id = any (people))
    order by o.id for share of o;
  delete from directory.external_ids e where e.user_id = any (people) and not exists (
    select 1 from directory.external_ids_of(people) w
    where w.root_id = e.root_id and w.user_id = e.user_id and w.external_id = e.external_id);
  insert into directory.external_ids (root_id, external_id, user_id)
    select w.root_id, w.external_id, w.user_id from directory.external_ids_of(people) w
    on conflict on constraint external_ids_pkey do nothing;
end $$;

create function directory.note_external_ids() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'users' then
    perform directory.keep_external_ids(array[new.id]);
  elsif tg_op = 'DELETE' then
    perform directory.keep_external_ids(coalesce((
      select array_agg(distinct gone.user_id) from gone join directory.external_ids e on e.user_id = gone.user_id), '{}'));
  elsif tg_op = 'UPDATE' then
    perform directory.keep_external_ids(array[old.user_id, new.user_id]);
  else
    perform directory.keep_external_ids(coalesce((
      select array_agg(distinct made.user_id) from made
      join directory.users u on u.id = made.user_id and u.external_id is not null), '{}'));
  end if;
  return null;
end $$;

create trigger users_external_id after update of external_id, status on directory.users
  for each row when (old.external_id is distinct from new.external_id or old.status is distinct from new.status)
  execute function directory.note_external_ids();
create trigger associations_external_id_made after insert on directory.associations
  referencing new table as made for each statement execute function directory.note_external_ids();
create trigger associations_external_id_left after delete on directory.associations
  referencing old table as gone for each statement execute function directory.note_external_ids();
create trigger associations_external_id_moved after update of user_id, organization_id on directory.associations
  for each row when (old.user_id <> new.user_id or old.organization_id <> new.organization_id)
  execute function directory.note_external_ids();

create function directory.note_tree_external_ids() returns trigger language plpgsql as $$
begin
  perform directory.keep_external_ids(coalesce((
    select array_agg(distinct a.user_id) from directory.organization_closure c
    join directory.associations a on a.organization_id = c.descendant_id
    join directory.users u on u.id = a.user_id and u.external_id is not null
    where c.ancestor_id = new.id), '{}'));
  return null;
end $$;
-- Fires after organization_moved, which keeps the closure: triggers of one event fire by name.
create trigger organization_rooted after update of parent_id on directory.organizations
  for each row when (old.parent_id is distinct from new.parent_id) execute function directory.note_tree_external_ids();
create trigger organization_state after update of status on directory.organizations
  for each row when ((old.status = 'deleted') <> (new.status = 'deleted')) execute function directory.note_tree_external_ids();

-- Of those who share an id in a tree the first to come keeps it; the others are reported and stay as they are.
insert into directory.external_ids (root_id, external_id, user_id)
  select distinct on (w.root_id, w.external_id) w.root_id, w.external_id, w.user_id
  from directory.external_ids_of(array(select id from directory.users where external_id is not null)) w
  order by w.root_id, w.external_id, w.user_id;

-- Whose external id is somebody else's in a tree of theirs.
create view directory.external_id_clashes as
  select w.root_id, w.external_id, w.user_id, e.user_id as holder_id
  from directory.external_ids_of(array(select id from directory.users where external_id is not null)) w
  join directory.external_ids e on e.root_id = w.root_id and e.external_id = w.external_id and e.user_id <> w.user_id;

do $$
declare
  clash record;
begin
  for clash in
    select u.uid as user_uid, h.uid as holder_uid, o.uid as root_uid from directory.external_id_clashes c
    join directory.users u on u.id = c.user_id join directory.users h on h.id = c.holder_id
    join directory.organizations o on o.id = c.root_id order by o.id, u.id
  loop
    raise warning 'people % and % of organisation % have the same external id: correct one of them', clash.holder_uid,
      clash.user_uid, clash.root_uid;
  end loop;
end $$;
