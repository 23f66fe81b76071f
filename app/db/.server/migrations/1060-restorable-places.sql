-- Organisations to which a person can come back: by restoring an ended membership, a deleted organisation, or a guardian's pupil. Whoever
-- changes how the person signs in must be over these too. docs/decisions/0063-people-of-two-organisations.md.

-- As 1010 made it, with one more column. The previous version selects the other columns by name.
drop function directory.ties_of(bigint[], bigint);
create function directory.ties_of(people bigint[], caller bigint)
  returns table (person_id bigint, is_pupil_of_caller boolean, places json, groups json, groups_of_pupils json,
    places_of_pupils json, restorable_places json)
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
      where w.guardian_id = person.id), '[]'),
    coalesce((select json_agg(json_build_object('id', held.organization_id, 'above',
        (select json_agg(c.ancestor_id) from directory.organization_closure c
          where c.descendant_id = held.organization_id)))
      from (select distinct a.organization_id
        from directory.guardianships w
        join directory.users pupil on pupil.id = w.student_id and pupil.status <> 'deleted'
        join directory.associations a on a.user_id = w.student_id
        join directory.organizations o on o.id = a.organization_id and o.status <> 'deleted'
        where w.guardian_id = person.id) held), '[]'),
    coalesce((select json_agg(json_build_object('id', held.organization_id, 'above',
        (select json_agg(c.ancestor_id) from directory.organization_closure c
          where c.descendant_id = held.organization_id)))
      from (select a.organization_id
        from directory.associations a join directory.organizations o on o.id = a.organization_id and o.status = 'deleted'
        where a.user_id = person.id
        union select e.organization_id from directory.ended_associations e where e.user_id = person.id
        union select a.organization_id
        from directory.guardianships w join directory.associations a on a.user_id = w.student_id
        where w.guardian_id = person.id
        union select e.organization_id
        from directory.guardianships w join directory.ended_associations e on e.user_id = w.student_id
        where w.guardian_id = person.id) held), '[]')
  from unnest(people) as person (id);
end $$;
