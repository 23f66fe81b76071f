-- The bookmarks of each reader in a book: a list that is written as a whole, with the version that a writer must have read.
CREATE TABLE library.bookmark_lists (
  realm text NOT NULL,
  uid uuid NOT NULL,
  book_id text NOT NULL REFERENCES library.books (id) ON DELETE CASCADE,
  version integer NOT NULL CHECK (version > 0),
  -- Spec 2, section 3: id, name, position.
  bookmarks jsonb NOT NULL CHECK (jsonb_typeof(bookmarks) = 'array'),
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (realm, uid, book_id)
);
