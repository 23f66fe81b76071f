-- A reader's highlights and notes in a book: a row each, so that two devices can change different ones at the same time.
CREATE TABLE library.annotations (
  realm text NOT NULL,
  uid uuid NOT NULL,
  -- The child profile of a family; the nil UUID for all other readers.
  profile_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  book_id text NOT NULL REFERENCES library.books (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  style text NOT NULL CHECK (style IN ('yellow', 'orange', 'pink', 'green', 'blue', 'purple', 'underline')),
  note text NOT NULL CHECK (char_length(note) <= 5000),
  -- Document, EPUB CFI, quoted text and progression.
  target jsonb NOT NULL CHECK (jsonb_typeof(target) = 'object'),
  -- By the clock of the device, but not later than the arrival.
  created_at timestamptz NOT NULL,
  modified_at timestamptz NOT NULL,
  PRIMARY KEY (realm, uid, profile_id, book_id, id)
);
