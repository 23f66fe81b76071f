-- External ids of all people whom a statement has written are kept by one call: a call for each takes milliseconds, and imports write thousands.
-- A trigger with transition tables can have no list of columns, so it looks itself at what has changed.

create function directory.note_external_ids_of_people() returns trigger language plpgsql as $$
declare
  people integer[];
begin
  select array_agg(made.id) into people from made join was on was.id = made.id
    where made.external_id is distinct from was.external_id
      or (made.status <> was.status and made.external_id is not null);
  if people is not null then
    perform directory.keep_external_ids(people);
  end if;
  return null;
end $$;

drop trigger users_external_id on directory.users;
create trigger users_external_id after update on directory.users
  referencing old table as was new table as made for each statement execute function directory.note_external_ids_of_people();
