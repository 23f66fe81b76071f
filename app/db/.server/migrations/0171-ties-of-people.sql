-- Where people belong: their places, their groups, and whether they are the caller's pupils. A function keeps its plan on each
-- connection; within the statement of a list, planning this again for every page cost more than answering it. One plan for any
-- number of people: left to itself, PostgreSQL plans anew for each call with one, and an export calls it for each row.

create function directory.ties_of(people bigint[], caller bigint)
  returns table (person_id bigint, is_pupil_of_caller boolean, places json, groups json)
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
    coalesce((select json_agg(json_build_object('uid', g.uid, 'name', g.name, 'organizationId', g.organization_id)
        order by g.name, g.id)
      from directory.memberships m join directory.groups g on g.id = m.group_id and g.status <> 'deleted'
      where m.user_id = person.id), '[]')
  from unnest(people) as person (id);
end $$;
