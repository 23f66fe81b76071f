-- Imports of people: what was uploaded, what each row of it would do and has done. Rows go after 30 days; the line of the history stays.

create schema imports;

create table imports.imports (
  id uuid primary key default gen_random_uuid(),
  realm directory.realm not null,
  organization_id integer not null references directory.organizations (id) on delete cascade,
  state text not null default 'reading' check (state in
    ('reading', 'ready', 'unreadable', 'discarded', 'importing', 'imported', 'stopped', 'undoing', 'undone')),
  file_name text not null,
  file_size integer not null default 0,
  started_by uuid,
  imported_by uuid,
  -- The work of the present state.
  job_id uuid,
  problem text,
  error text,
  sheets text[] not null default '{}',
  columns text[] not null default '{}',
  ignored_headings jsonb not null default '[]',
  outcomes jsonb not null default '{}',
  results jsonb not null default '{}',
  undo jsonb not null default '{}',
  reasons text[] not null default '{}',
  new_groups text[] not null default '{}',
  -- Groups that the import made, by id: undo removes those that are empty.
  made_groups integer[] not null default '{}',
  has_passwords boolean not null default false,
  needs_secure_login boolean not null default false,
  passwords text check (passwords in ('none', 'generated', 'file')),
  sheet_words jsonb,
  created_at timestamptz not null default now(),
  imported_at timestamptz,
  undone_at timestamptz,
  expires_at timestamptz not null default now() + interval '30 days'
);
create index imports_by_organization on imports.imports (organization_id, created_at desc, id);
create index imports_at_work on imports.imports (organization_id) where state in ('reading', 'importing', 'undoing');
create index imports_by_expiry on imports.imports (expires_at);

create table imports.file_parts (
  import_id uuid not null references imports.imports (id) on delete cascade,
  place integer not null,
  bytes bytea not null,
  primary key (import_id, place)
);
alter table imports.file_parts alter column bytes set storage external;

create table imports.rows (
  import_id uuid not null references imports.imports (id) on delete cascade,
  place integer not null,
  sheet text not null,
  row integer not null,
  -- By column: address and text as they stand in the file, without passwords.
  cells jsonb not null,
  -- A password of the file, or a generated one on its way to paper, sealed.
  secret bytea,
  outcome text check (outcome in ('new', 'changed', 'unchanged', 'refused', 'wrong', 'duplicate', 'likely')),
  name text,
  user_id integer references directory.users (id) on delete cascade,
  -- Version and ties of the person when the preview was made.
  user_version integer,
  user_ties text,
  changes jsonb not null default '[]',
  problems jsonb not null default '[]',
  candidates integer[] not null default '{}',
  -- Of a likely row: `new`, or the uid of a candidate.
  choice text,
  duplicate_of integer,
  -- What is written.
  plan jsonb,
  result text check (result in ('created', 'changed', 'edited', 'refused', 'failed')),
  -- What stood there before, and the version that was written.
  before jsonb,
  written_version integer,
  undo text check (undo in ('restored', 'kept', 'failed')),
  primary key (import_id, place)
);
create index rows_by_outcome on imports.rows (import_id, outcome, place);
create index rows_by_user on imports.rows (user_id) where user_id is not null;

-- Where somebody belongs, as a text that changes with every place and group.
create function directory.ties_print(person integer) returns text language sql stable as $$
  select md5(coalesce((select string_agg(a.organization_id || ':' || a.admin || ':' || a.active, ',' order by a.organization_id)
      from directory.associations a where a.user_id = person), '') || '/' ||
    coalesce((select string_agg(m.group_id::text, ',' order by m.group_id) from directory.memberships m where m.user_id = person), ''))
$$;
