-- Teachers see their own classes, or the whole school where it says so. docs/product/choices.md#default-permissions.

alter table directory.organizations
  add column teachers_see text not null default 'classes' check (teachers_see in ('classes', 'school'));

-- For the groups below a teacher's own.
create index groups_parent on directory.groups (parent_group_id) where parent_group_id is not null;

-- As 0171 made it, with the ids of a person's groups and of the groups of a guardian's pupils.
drop function directory.ties_of(bigint[], bigint);
create function directory.ties_of(people bigint[], caller bigint)
  returns table (person_id bigint, is_pupil_of_caller boolean, places json, groups json, groups_of_pupils json)
  language plpgsql stable rows 10 set plan_cache_mode = force_generic_plan as $$
begin
  return query select person.id,
    exists (select 1 from directory.guardianships w where w.guardian_id = caller and w.student_id = person.id),
    coalesce((select json_agg(json_build_object('id', o.id, 'uid', o.uid, 'name', o.name, 'role', a.role,
        'admin', a.admin, 'active', a.active, 'addToSubSchools', a.add_to_sub_schools,
        'qrCodeLoginEnabled', o.qr_code_login_enabled, 'above',
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
