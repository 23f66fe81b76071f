-- Where each reader is in a book; one row a reader and book.
CREATE TABLE library.last_marks (
  realm text NOT NULL,
  uid uuid NOT NULL,
  book_id text NOT NULL REFERENCES library.books (id) ON DELETE CASCADE,
  -- Spec 2, section 3: ncxRef, URI, timeOffset, charOffset.
  position jsonb NOT NULL,
  -- 0 to 1, by the book's version of that time.
  progress real NOT NULL CHECK (progress BETWEEN 0 AND 1),
  marked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (realm, uid, book_id)
);
CREATE INDEX last_marks_marked_at ON library.last_marks (marked_at);
