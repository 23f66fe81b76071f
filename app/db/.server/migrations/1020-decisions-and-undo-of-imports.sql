-- Classes of a file that may be existing ones, with the importer's choices: [{key, name, school, organizationId, options, elsewhere, choice}].
alter table imports.imports add column group_questions jsonb not null default '[]';
-- When the preview was complete: whatever another import writes later, it does not show.
alter table imports.imports add column previewed_at timestamptz;
-- When the row's person was written. A login given or used later keeps a new person from being deleted by the undo.
alter table imports.rows add column written_at timestamptz;

-- When a person was last given a login: a password, a badge or a picture code. Stands apart from the people, as last_sign_ins does.
create table directory.last_logins_given (
  user_id integer primary key references directory.users (id) on delete cascade,
  at timestamptz not null
) with (fillfactor = 80);

create function auth.note_given_logins() returns trigger language plpgsql as $$
begin
  insert into directory.last_logins_given as l (user_id, at)
    select u.id, now() from given join directory.users u on u.uid = given.uid and u.realm = given.realm
    order by u.id
    on conflict (user_id) do update set at = excluded.at where l.at < excluded.at;
  return null;
end $$;
create trigger passwords_given after insert on auth.passwords
  referencing new table as given for each statement execute function auth.note_given_logins();
create trigger passwords_given_again after update on auth.passwords
  referencing new table as given for each statement execute function auth.note_given_logins();
create trigger badges_given after insert on auth.badges
  referencing new table as given for each statement execute function auth.note_given_logins();
create trigger badges_given_again after update on auth.badges
  referencing new table as given for each statement execute function auth.note_given_logins();
create trigger picture_codes_given_again after update on auth.picture_codes
  referencing new table as given for each statement execute function auth.note_given_logins();
create trigger picture_codes_given after insert on auth.picture_codes
  referencing new table as given for each statement execute function auth.note_given_logins();

insert into directory.last_logins_given (user_id, at)
  select u.id, max(given.at) from (
    select realm, uid, changed_at as at from auth.passwords
    union all select realm, uid, issued_at from auth.badges
    union all select realm, uid, issued_at from auth.picture_codes) given
  join directory.users u on u.uid = given.uid and u.realm = given.realm group by u.id;
