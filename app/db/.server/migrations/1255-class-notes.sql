-- Highlights and notes that a teacher writes in a book for a class. docs/decisions/0107-notes-for-a-class.md.
CREATE TABLE library.note_sets (
  id uuid PRIMARY KEY,
  realm text NOT NULL,
  book_id text NOT NULL REFERENCES library.books (id) ON DELETE CASCADE,
  -- The class may be deleted, and its row purged.
  group_id integer NOT NULL,
  author_uid uuid NOT NULL,
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 100),
  -- The first day on which the pupils see it; null: they do not.
  shown_from date,
  -- Counts the changes of title, class and day.
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX note_sets_by_book ON library.note_sets (realm, book_id);
CREATE INDEX note_sets_by_author ON library.note_sets (realm, author_uid, id);

CREATE TABLE library.note_set_notes (
  set_id uuid NOT NULL REFERENCES library.note_sets (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  style text NOT NULL CHECK (style IN ('yellow', 'orange', 'pink', 'green', 'blue', 'purple', 'underline')),
  note text NOT NULL CHECK (char_length(note) <= 5000),
  target jsonb NOT NULL CHECK (jsonb_typeof(target) = 'object'),
  created_at timestamptz NOT NULL,
  modified_at timestamptz NOT NULL,
  PRIMARY KEY (set_id, id)
);

-- Sets that a pupil does not want to see.
CREATE TABLE library.hidden_note_sets (
  realm text NOT NULL,
  uid uuid NOT NULL,
  set_id uuid NOT NULL REFERENCES library.note_sets (id) ON DELETE CASCADE,
  PRIMARY KEY (realm, uid, set_id)
);

-- Copies of a pupil's notes that the pupil has shared with the teachers of some groups.
CREATE TABLE library.shared_notes (
  realm text NOT NULL,
  uid uuid NOT NULL,
  book_id text NOT NULL REFERENCES library.books (id) ON DELETE CASCADE,
  -- The annotation of which it is a copy.
  id uuid NOT NULL,
  -- The pupil's groups when the note was shared.
  group_ids integer[] NOT NULL,
  style text NOT NULL,
  note text NOT NULL CHECK (char_length(note) <= 5000),
  target jsonb NOT NULL CHECK (jsonb_typeof(target) = 'object'),
  shared_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (realm, uid, book_id, id)
);

-- Whether somebody teaches a group: is a member of it, or of one above it, as an active employee of that group's organisation.
CREATE FUNCTION library.teaches(teacher_realm text, teacher uuid, wanted integer) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM directory.users u
    JOIN directory.memberships m ON m.user_id = u.id
    JOIN directory.groups g ON g.id = m.group_id
    JOIN directory.associations a ON a.user_id = u.id AND a.active AND a.role = 'employee'
    JOIN directory.organizations o ON o.id = a.organization_id AND o.status = 'active'
    JOIN directory.organization_closure c ON c.ancestor_id = o.id AND c.descendant_id = g.organization_id
    WHERE u.uid = teacher AND u.realm = teacher_realm AND u.type = 'employee' AND u.status = 'active'
      AND (c.depth = 0 OR a.add_to_sub_schools)
      AND m.group_id IN (SELECT above.id FROM submissions.groups_above(wanted) above))
$$;
