-- Dictionaries that the operator adds: words of one language, explained in it or translated into another.
CREATE TABLE library.dictionaries (
  -- e.g. "sv-en-freedict-swe-eng"; adding a dictionary again replaces it.
  id text PRIMARY KEY,
  -- Primary subtags of BCP 47. Equal for a dictionary that explains words in their own language.
  from_language text NOT NULL,
  to_language text NOT NULL,
  name text NOT NULL,
  licence text NOT NULL,
  url text,
  -- What the source says of its authors and terms, as it says it.
  attribution text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX dictionaries_by_languages ON library.dictionaries (from_language, to_language);

CREATE TABLE library.dictionary_entries (
  dictionary_id text NOT NULL REFERENCES library.dictionaries (id) ON DELETE CASCADE,
  position integer NOT NULL,
  -- The headword in lower case.
  key text NOT NULL,
  -- Its stem by PostgreSQL's dictionary of the language.
  stem text NOT NULL,
  -- Headword, pronunciation, part of speech and meanings.
  entry jsonb NOT NULL CHECK (jsonb_typeof(entry) = 'object'),
  PRIMARY KEY (dictionary_id, position)
);
CREATE INDEX dictionary_entries_by_key ON library.dictionary_entries (dictionary_id, key);
CREATE INDEX dictionary_entries_by_stem ON library.dictionary_entries (dictionary_id, stem);

-- "My words" of a reader. The word is the key, so that the same word of two devices is one.
CREATE TABLE library.saved_words (
  realm text NOT NULL,
  uid uuid NOT NULL,
  -- The child profile of a family; the nil UUID for all other readers.
  profile_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  language text NOT NULL,
  -- The word in lower case.
  key text NOT NULL CHECK (char_length(key) BETWEEN 1 AND 100),
  -- The word as it was read, its sentence, book, meaning and translation: they stay when the book or the dictionary goes.
  word jsonb NOT NULL CHECK (jsonb_typeof(word) = 'object'),
  -- By the clock of the device, but not later than the arrival.
  created_at timestamptz NOT NULL,
  PRIMARY KEY (realm, uid, profile_id, language, key)
);

-- Schools and parents can switch words off.
ALTER TABLE directory.organizations ADD COLUMN words_hidden boolean NOT NULL DEFAULT false;
ALTER TABLE directory.family_profiles ADD COLUMN words_enabled boolean NOT NULL DEFAULT true;
