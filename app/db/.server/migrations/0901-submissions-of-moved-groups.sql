-- A group that is moved below another one brings its pupils to the assignments there, as pupils do who join. docs/product/reader.md#assignments.
CREATE FUNCTION submissions.add_for_moved_groups() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO submissions.submissions (assignment_id, realm, uid)
  SELECT DISTINCT a.id, a.realm, p.uid
  FROM submissions.groups_above(NEW.id) above
  JOIN submissions.assignments a ON a.group_id = above.id AND a.pupils IS NULL
  CROSS JOIN submissions.pupils_of(NEW.id) p
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE TRIGGER submissions_for_moved_groups AFTER UPDATE OF parent_group_id ON directory.groups
FOR EACH ROW WHEN (NEW.parent_group_id IS DISTINCT FROM OLD.parent_group_id AND NEW.parent_group_id IS NOT NULL)
EXECUTE FUNCTION submissions.add_for_moved_groups();
