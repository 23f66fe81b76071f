-- Library cards: the number as a keyed digest to find it by, number and PIN together hashed like a password.
create table auth.library_cards (
  realm text not null,
  number_digest text not null,
  uid uuid not null,
  hash text not null,
  created_at timestamptz not null default now(),
  primary key (realm, number_digest)
);
create index library_cards_by_person on auth.library_cards (realm, uid);
