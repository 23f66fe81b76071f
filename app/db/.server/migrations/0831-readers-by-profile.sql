-- What is kept for a reader is kept for each child of a family: the nil UUID where the account's owner reads, and for everybody else.
alter table library.last_marks
  add column profile_id uuid not null default '00000000-0000-0000-0000-000000000000',
  drop constraint last_marks_pkey,
  add primary key (realm, uid, profile_id, book_id);
alter table library.bookmark_lists
  add column profile_id uuid not null default '00000000-0000-0000-0000-000000000000',
  drop constraint bookmark_lists_pkey,
  add primary key (realm, uid, profile_id, book_id);
alter table library.own_books
  add column profile_id uuid not null default '00000000-0000-0000-0000-000000000000',
  drop constraint own_books_pkey,
  add primary key (realm, uid, profile_id, book_id);
alter table account.settings
  add column profile_id uuid not null default '00000000-0000-0000-0000-000000000000',
  drop constraint settings_pkey,
  add primary key (realm, uid, profile_id);
