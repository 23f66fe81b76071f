-- Pupils who cannot read yet log in with pictures, where their school allows it. docs/decisions/0054-picture-codes.md.
alter table directory.organizations add column picture_login_enabled boolean not null default false;
alter table directory.users add column has_picture_code boolean not null default false;

create table auth.picture_codes (
  realm text not null,
  uid uuid not null,
  hash text not null,
  issued_at timestamptz not null default now(),
  primary key (realm, uid)
);

create function auth.note_picture_code() returns trigger language plpgsql as $$
begin
  update directory.users u set has_picture_code = tg_op = 'INSERT'
    where u.uid = coalesce(new.uid, old.uid) and u.realm = coalesce(new.realm, old.realm);
  return null;
end $$;
create trigger picture_codes_noted after insert or delete on auth.picture_codes
  for each row execute function auth.note_picture_code();

-- As 0850 made it, with whether a place lets pupils in by pictures.
create or replace function directory.ties_of(people bigint[], caller bigint)
  returns table (person_id bigint, is_pupil_of_caller boolean, places json, groups json, groups_of_pupils json)
  language plpgsql stable rows 10 set plan_cache_mode = force_generic_plan as $$
begin
  return query select person.id,
    exists (select 1 from directory.guardianships w where w.guardian_id = caller and w.student_id = person.id),
    coalesce((select json_agg(json_build_object('id', o.id, 'uid', o.uid, 'name', o.name, 'role', a.role,
        'admin', a.admin, 'active', a.active, 'addToSubSchools', a.add_to_sub_schools,
        'qrCodeLoginEnabled', o.qr_code_login_enabled, 'pictureLoginEnabled', o.picture_login_enabled, 'above',
        (select json_agg(c.ancestor_id) from directory.organization_closure c where c.descendant_id = o.id))
        order by o.name, o.id)
      from directory.associations a join directory.organizations o on o.id = a.organization_id and o.status <> 'deleted'
      where a.user_id = person.id), '[]'),
    coalesce((select json_agg(json_build_object('id', g.id, 'uid', g.uid, 'name', g.name,
        'organizationId', g.organization_id) order by g.name, g.id)
      from directory.memberships m join directory.groups g on g.id = m.group_id and g.status <> 'deleted'
      where m.user_id = person.id), '[]'),
    coalesce((select json_agg(distinct m.group_id)
      from directory.guardianships w
      join directory.users pupil on pupil.id = w.student_id and pupil.status <> 'deleted'
      join directory.memberships m on m.user_id = w.student_id
      where w.guardian_id = person.id), '[]')
  from unnest(people) as person (id);
end $$;
