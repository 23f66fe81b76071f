-- The place of another device that a reader's last mark does not know: offered when the book is opened next.
alter table library.last_marks
  add column other_position jsonb,
  add column other_progress real,
  add column other_opening text;
