-- Books that somebody has put on a person's own shelf, or on that of a school.
CREATE TABLE library.own_books (
  realm text NOT NULL,
  uid uuid NOT NULL,
  book_id text NOT NULL REFERENCES library.books (id) ON DELETE CASCADE,
  added_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (realm, uid, book_id)
);

CREATE TABLE library.school_books (
  realm text NOT NULL,
  -- The organisation by both of its ids: people's places name the first, addresses the second.
  organization_id integer NOT NULL,
  organization_uid uuid NOT NULL,
  book_id text NOT NULL REFERENCES library.books (id) ON DELETE CASCADE,
  added_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (realm, organization_id, book_id)
);
