-- What shelves search, filter and sort books by, computed from what a book says of itself.

-- Lower case without accents and vowel marks, so that Emile finds Émile.
CREATE FUNCTION library.fold(words text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN lower(regexp_replace(normalize(words, NFKD), '[\u0300-\u036f\u064b-\u065f\u0670]', '', 'g'));

-- Primary subtags of BCP 47 tags, each once.
CREATE FUNCTION library.primary_subtags(tags jsonb) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (SELECT coalesce(array_agg(DISTINCT lower(split_part(tag, '-', 1))), '{}')
          FROM jsonb_array_elements_text(coalesce(tags, '[]')) AS tag);

CREATE FUNCTION library.folded(words jsonb) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (SELECT coalesce(array_agg(DISTINCT library.fold(word)), '{}')
          FROM jsonb_array_elements_text(coalesce(words, '[]')) AS word);

-- Letters of text in a manifest's spine.
CREATE FUNCTION library.letters(manifest jsonb) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (SELECT coalesce(sum((item ->> 'characters')::numeric), 0)::bigint
          FROM jsonb_array_elements(coalesce(manifest -> 'spine', '[]')) AS item);

ALTER TABLE library.books
  ADD COLUMN search text NOT NULL GENERATED ALWAYS AS (
    library.fold(title || ' ' || coalesce(shelf ->> 'authors', '') || ' ' || coalesce(shelf ->> 'illustrators', '') || ' '
      || coalesce(shelf ->> 'narrators', '') || ' ' || coalesce(shelf ->> 'categories', '') || ' '
      || coalesce(shelf -> 'series' ->> 'name', ''))
  ) STORED,
  -- What it is written in and read in.
  ADD COLUMN languages text[] NOT NULL GENERATED ALWAYS AS (
    library.primary_subtags(coalesce(shelf -> 'audioLanguages', '[]') || coalesce(shelf -> 'language', '[]'))
  ) STORED,
  ADD COLUMN voices text[] NOT NULL GENERATED ALWAYS AS (library.primary_subtags(shelf -> 'audioLanguages')) STORED,
  ADD COLUMN categories text[] NOT NULL GENERATED ALWAYS AS (library.folded(shelf -> 'categories')) STORED,
  -- The narration's length; about the time that a reader of ten takes where there is none: 800 letters a minute.
  ADD COLUMN minutes real NOT NULL GENERATED ALWAYS AS (
    coalesce((shelf ->> 'duration')::real / 60, library.letters(manifest)::real / 800)
  ) STORED;
CREATE INDEX books_search ON library.books USING gin (search gin_trgm_ops);

-- Taken off 'Keep reading' by its reader at this moment; a later mark brings the book back.
ALTER TABLE library.last_marks ADD COLUMN hidden_at timestamptz;
