-- Who has never signed in, when somebody last did, and who has a badge: columns and filters of the panel's lists.
--
-- The two flags change once or twice in a person's life, so indexes of people can hold them. The moment changes at each sign-in and
-- stands apart: a row of people is in a dozen indexes, and all would be written with it.
alter table directory.users
  add column has_signed_in boolean not null default false,
  add column has_badge boolean not null default false;

create table directory.last_sign_ins (
  user_id integer primary key references directory.users (id) on delete cascade,
  at timestamptz not null
) with (fillfactor = 80);

create index users_never_signed_in on directory.users (realm, type, id) where not has_signed_in and status <> 'deleted';
create index users_with_badge on directory.users (realm, type, id) where has_badge and status <> 'deleted';
create index users_without_badge on directory.users (realm, type, id) where not has_badge and status <> 'deleted';

-- Whoever acts as somebody signs in as themselves.
create function auth.note_sign_in() returns trigger language plpgsql as $$
begin
  insert into directory.last_sign_ins as l (user_id, at)
    select u.id, new.auth_time from directory.users u where u.uid = new.uid and u.realm = new.realm
    on conflict (user_id) do update set at = excluded.at where l.at < excluded.at;
  update directory.users u set has_signed_in = true where u.uid = new.uid and u.realm = new.realm and not u.has_signed_in;
  return null;
end $$;
create trigger sessions_signed_in after insert on auth.sessions
  for each row when (new.actor_uid is null) execute function auth.note_sign_in();

create function auth.note_badges() returns trigger language plpgsql as $$
begin
  update directory.users u set has_badge = true from made
    where u.uid = made.uid and u.realm = made.realm and not u.has_badge;
  return null;
end $$;
create trigger badges_issued after insert on auth.badges
  referencing new table as made for each statement execute function auth.note_badges();

create function auth.note_voided_badges() returns trigger language plpgsql as $$
begin
  update directory.users u set has_badge = false from gone
    where u.uid = gone.uid and u.realm = gone.realm and u.has_badge;
  return null;
end $$;
create trigger badges_voided after delete on auth.badges
  referencing old table as gone for each statement execute function auth.note_voided_badges();

insert into directory.last_sign_ins (user_id, at)
  select u.id, max(s.auth_time) from auth.sessions s join directory.users u on u.uid = s.uid and u.realm = s.realm
  where s.actor_uid is null group by u.id;
update directory.users u set has_signed_in = true from directory.last_sign_ins l where l.user_id = u.id;
update directory.users u set has_badge = true from auth.badges b where b.uid = u.uid and b.realm = u.realm;
