-- How somebody likes their lists: views with a name, and the columns of each list. Issue 5, part 4.

create schema lists;

create table lists.views (
  id uuid primary key default gen_random_uuid(),
  realm text not null,
  uid uuid not null,
  list text not null,
  name text not null,
  -- The list's state as it stands in an address, without a question mark.
  query text not null,
  created_at timestamptz not null default now()
);
create unique index views_by_name on lists.views (realm, uid, list, lower(name));

create table lists.columns (
  realm text not null,
  uid uuid not null,
  list text not null,
  columns text[] not null,
  updated_at timestamptz not null default now(),
  primary key (realm, uid, list)
);
