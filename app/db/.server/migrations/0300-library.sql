-- Books, the realms they are offered in, and the keys that sign their content.
CREATE TABLE library.books (
  id text PRIMARY KEY CHECK (id ~ '^[a-z0-9][a-z0-9-]{0,99}$'),
  -- The folder of the unpacked content; changes whenever the file does.
  version text NOT NULL,
  -- SHA-256 of the file that was added.
  checksum text NOT NULL,
  title text NOT NULL,
  -- What shelves show (ShelfBook without id and version).
  shelf jsonb NOT NULL,
  -- What the reader opens with (Book).
  manifest jsonb NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX books_checksum ON library.books (checksum);

CREATE TABLE library.catalogue (
  realm text NOT NULL CHECK (realm IN ('de', 'fi', 'fr', 'no', 'nl', 'se', 'uk', 'us')),
  book_id text NOT NULL REFERENCES library.books (id) ON DELETE CASCADE,
  -- Empty: open to every subscription.
  subscription text NOT NULL DEFAULT '',
  position integer NOT NULL DEFAULT 0,
  PRIMARY KEY (realm, book_id, subscription)
);

CREATE TABLE library.signing_keys (
  id text PRIMARY KEY,
  private_key text NOT NULL,
  public_key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
