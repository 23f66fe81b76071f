-- What somebody had written in a form when they went to prove who they are: encrypted, theirs alone, for a quarter of an hour.
create table web.form_drafts (
  id uuid primary key default gen_random_uuid(),
  realm text not null,
  uid uuid not null,
  path text not null,
  fields bytea not null,
  created_at timestamptz not null default now()
);
create index form_drafts_by_age on web.form_drafts (created_at);
