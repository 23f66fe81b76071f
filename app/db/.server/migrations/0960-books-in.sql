-- Books as super users bring them in, describe them, withdraw them and replace their files.
ALTER TABLE library.books
  -- Title and shelf as the file says them; null where the columns still do.
  ADD COLUMN from_file jsonb,
  -- What a super user says in place of it: members of the title and the shelf. They outlive a new version of the file.
  ADD COLUMN edits jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(edits) = 'object'),
  -- Counts the edits: whoever saves must have read the last.
  ADD COLUMN edit_version integer NOT NULL DEFAULT 1;

ALTER TABLE library.catalogue
  -- A talking book: only holders of the right open it.
  ADD COLUMN is_talking boolean NOT NULL DEFAULT false,
  -- Nobody finds or opens it from here on; marks and shelves keep it for the day when it comes back.
  ADD COLUMN withdrawn_at timestamptz;

-- Every file that a book has had. What readers have open goes on from its own version.
CREATE TABLE library.book_versions (
  book_id text NOT NULL REFERENCES library.books (id) ON DELETE CASCADE,
  version text NOT NULL,
  file_name text,
  -- Path of its cover in the book.
  cover text,
  added_at timestamptz NOT NULL DEFAULT now(),
  -- When another version took its place; its files go some time later.
  replaced_at timestamptz,
  PRIMARY KEY (book_id, version)
);
INSERT INTO library.book_versions (book_id, version, cover, added_at)
  SELECT id, version, manifest ->> 'cover', added_at FROM library.books;

-- Files that super users have sent, until they are books or refused.
CREATE TABLE library.uploads (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  realm text NOT NULL,
  -- Who sent it, and who acted as them.
  uid uuid NOT NULL,
  actor uuid,
  file_name text NOT NULL,
  size bigint NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'refused', 'failed')),
  -- How far, 0 to 1.
  done real NOT NULL DEFAULT 0,
  -- Why it is refused.
  reason text,
  -- The book that gets a new version; the book that it became, once it is done.
  book_id text,
  is_version boolean NOT NULL DEFAULT false,
  -- Whether the book had this very file already.
  is_same boolean NOT NULL DEFAULT false,
  beat_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz
);
CREATE INDEX uploads_created_at ON library.uploads (realm, created_at);
