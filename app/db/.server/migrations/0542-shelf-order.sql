-- What the shelf's own order asks of each book, without reading all that a book says of itself.
ALTER TABLE library.books
  ADD COLUMN language text NOT NULL GENERATED ALWAYS AS (lower(split_part(coalesce(shelf ->> 'language', ''), '-', 1))) STORED,
  ADD COLUMN age_from real GENERATED ALWAYS AS ((shelf ->> 'ageFrom')::real) STORED;
CREATE INDEX books_added_at ON library.books (added_at);
