-- A teacher who reads a book together with own pupils: the page that all screens show. Who follows it is stored nowhere. A row lasts 45
-- minutes and is changed by each turn, so it has no index beyond its keys.
CREATE TABLE library.led_readings (
  id uuid PRIMARY KEY,
  realm text NOT NULL,
  -- The teacher.
  uid uuid NOT NULL,
  book_id text NOT NULL REFERENCES library.books (id) ON DELETE CASCADE,
  code text NOT NULL CHECK (code ~ '^[0-9]{6}$'),
  -- Counts the turns.
  turn integer NOT NULL DEFAULT 0,
  -- Document, EPUB CFI and progression; null before the first turn.
  place jsonb CHECK (jsonb_typeof(place) = 'object'),
  ends_at timestamptz NOT NULL,
  UNIQUE (realm, uid),
  UNIQUE (realm, code)
);
