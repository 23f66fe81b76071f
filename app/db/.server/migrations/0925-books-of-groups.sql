-- Books that somebody has put on the shelf of a class or of another group.
CREATE TABLE library.group_books (
  realm text NOT NULL,
  -- The group by both of its ids, as library.school_books has them of an organisation.
  group_id integer NOT NULL,
  group_uid uuid NOT NULL,
  book_id text NOT NULL REFERENCES library.books (id) ON DELETE CASCADE,
  added_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (realm, group_id, book_id)
);
