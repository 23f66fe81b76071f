-- Assignments of teachers and what their pupils answer. docs/product/reader.md#assignments.
CREATE SCHEMA submissions;

CREATE TABLE submissions.assignments (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  realm text NOT NULL,
  type text NOT NULL CHECK (type IN ('Assignment', 'Quiz')),
  title text NOT NULL,
  description text NOT NULL,
  -- Questions as their author wrote them, right options included.
  exercises jsonb NOT NULL,
  -- A book may be withdrawn: its title stays here.
  book_id text NOT NULL,
  book_title text NOT NULL,
  chapter text,
  -- The group by both of its ids and by name: it may be deleted.
  group_id integer NOT NULL,
  group_uid uuid NOT NULL,
  group_name text NOT NULL,
  organization_id integer NOT NULL,
  -- null: everybody in the group, and whoever joins it later.
  pupils uuid[],
  author_uid uuid NOT NULL,
  due_on date,
  shared boolean NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX assignments_by_group ON submissions.assignments (group_id, created_at DESC, id);
CREATE INDEX assignments_by_organization ON submissions.assignments (organization_id, created_at DESC, id);

CREATE TABLE submissions.submissions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  assignment_id uuid NOT NULL REFERENCES submissions.assignments (id) ON DELETE CASCADE,
  realm text NOT NULL,
  uid uuid NOT NULL,
  status text NOT NULL DEFAULT 'InProgress' CHECK (status IN ('InProgress', 'Submitted')),
  answers jsonb NOT NULL DEFAULT '{}',
  -- Counts the changes; 0 before the first.
  version integer NOT NULL DEFAULT 0,
  comment text,
  handed_back_at timestamptz,
  saved_at timestamptz,
  submitted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (assignment_id, uid)
);

CREATE INDEX submissions_by_pupil ON submissions.submissions (realm, uid, created_at DESC, id);

-- A group and all above it; deleted ones lead nowhere.
CREATE FUNCTION submissions.groups_above(start integer) RETURNS TABLE (id integer)
LANGUAGE sql STABLE AS $$
  WITH RECURSIVE up AS (
    SELECT g.id, g.parent_group_id FROM directory.groups g WHERE g.id = start AND g.status <> 'deleted'
    UNION
    SELECT g.id, g.parent_group_id FROM directory.groups g JOIN up ON g.id = up.parent_group_id WHERE g.status <> 'deleted'
  )
  SELECT up.id FROM up
$$;

-- Whether somebody is a pupil of a group or of one below it.
CREATE FUNCTION submissions.is_pupil_of(pupil_realm text, pupil uuid, wanted integer) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM directory.users u JOIN directory.memberships m ON m.user_id = u.id
    WHERE u.uid = pupil AND u.realm = pupil_realm AND u.status <> 'deleted'
      AND wanted IN (SELECT above.id FROM submissions.groups_above(m.group_id) above))
$$;

-- Pupils of a group and of those below it, without shared accounts.
CREATE FUNCTION submissions.pupils_of(start integer) RETURNS TABLE (uid uuid, name text)
LANGUAGE sql STABLE AS $$
  WITH RECURSIVE down AS (
    SELECT g.id FROM directory.groups g WHERE g.id = start AND g.status <> 'deleted'
    UNION
    SELECT g.id FROM directory.groups g JOIN down ON g.parent_group_id = down.id WHERE g.status <> 'deleted'
  )
  SELECT DISTINCT u.uid, u.name
  FROM down JOIN directory.memberships m ON m.group_id = down.id JOIN directory.users u ON u.id = m.user_id
  WHERE u.type = 'student' AND u.status <> 'deleted' AND NOT u.shared
$$;

-- Paths of answers that answer nothing of these exercises: an unknown exercise, item, kind of answer or option.
CREATE FUNCTION submissions.unknown_answers(answers jsonb, exercises jsonb) RETURNS text[]
LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(asked.exercise || '.' || asked.item ORDER BY asked.exercise, asked.item), '{}')
  FROM (
    SELECT e.key AS exercise, i.key AS item, i.value AS answer,
      (SELECT x -> 'content' -> i.key::integer FROM jsonb_array_elements(exercises) x WHERE x ->> 'id' = e.key) AS question
    FROM jsonb_each(answers) e, jsonb_each(e.value) i
  ) asked
  WHERE question IS NULL OR NOT (
    (question ->> 'type' = 'open-question' AND answer ->> 'type' = 'OpenEndedQuestionAnswer')
    OR (question ->> 'type' = 'closed-question' AND answer ->> 'type' = 'ClosedEndedQuestionAnswer'
      AND EXISTS (SELECT FROM jsonb_array_elements(question -> 'options') o WHERE o ->> 'id' = answer ->> 'optionId')))
$$;

-- Whoever joins a group later gets its assignments, in whatever way they join.
CREATE FUNCTION submissions.add_for_new_members() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM submissions.assignments WHERE pupils IS NULL) THEN
    RETURN NULL;
  END IF;
  INSERT INTO submissions.submissions (assignment_id, realm, uid)
  SELECT DISTINCT a.id, u.realm, u.uid
  FROM (SELECT g.group_id, above.id AS above_id
    FROM (SELECT DISTINCT group_id FROM joined) g, submissions.groups_above(g.group_id) above) place
  JOIN submissions.assignments a ON a.group_id = place.above_id AND a.pupils IS NULL
  JOIN joined m ON m.group_id = place.group_id
  JOIN directory.users u ON u.id = m.user_id AND u.type = 'student' AND NOT u.shared
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE TRIGGER submissions_for_new_members AFTER INSERT ON directory.memberships
REFERENCING NEW TABLE AS joined
FOR EACH STATEMENT EXECUTE FUNCTION submissions.add_for_new_members();
