-- Books that a parent has marked as not for one child.
create table library.withheld_books (
  realm text not null,
  uid uuid not null,
  profile_id uuid not null,
  book_id text not null references library.books (id) on delete cascade,
  marked_at timestamptz not null default now(),
  primary key (realm, uid, profile_id, book_id)
);
