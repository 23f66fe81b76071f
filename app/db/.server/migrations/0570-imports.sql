-- Imports of people from workbooks: the file, a row for each row of the file, and what was before, so that an import can be undone.
create schema imports;

create table imports.imports (
  id uuid primary key default gen_random_uuid(),
  realm text not null,
  organization_id integer not null references directory.organizations (id) on delete cascade,
  -- Topmost organisation of its tree: imports of one tree do not run beside each other.
  root_id integer not null,
  state text not null default 'reading' check (state in
    ('reading', 'ready', 'unreadable', 'discarded', 'importing', 'imported', 'stopped', 'undoing', 'undone')),
  file_name text not null,
  file_size bigint not null,
  started_by uuid not null,
  actor uuid,
  is_secure boolean not null,
  -- Why the file cannot be read, and why the last work ended early.
  problem text,
  error text,
  sheets jsonb not null default '[]',
  columns jsonb not null default '[]',
  ignored_headings jsonb not null default '[]',
  new_groups jsonb not null default '[]',
  needs_secure_login boolean not null default false,
  passwords text check (passwords in ('none', 'generated', 'file')),
  sheet_words jsonb,
  done integer not null default 0,
  total integer,
  slips_name text,
  slips_size bigint,
  is_stop_asked boolean not null default false,
  beat_at timestamptz,
  created_at timestamptz not null default now(),
  imported_at timestamptz,
  undone_at timestamptz,
  expires_at timestamptz not null default now() + interval '30 days'
);
create index imports_of_organization on imports.imports (organization_id, created_at desc);
create index imports_at_work on imports.imports (root_id) where state in ('importing', 'undoing');
create index imports_by_person on imports.imports (realm, started_by);

create table imports.rows (
  import_id uuid not null references imports.imports (id) on delete cascade,
  place integer not null,
  sheet text not null,
  row integer not null,
  outcome text not null check (outcome in ('new', 'changed', 'unchanged', 'refused', 'wrong', 'duplicate', 'likely')),
  name text,
  person_id integer,
  person_uid uuid,
  -- What the preview has seen of the person: a later version was edited meanwhile.
  person_version integer,
  -- Cells of the file, passwords left out; changes, problems and candidates of the preview.
  cells jsonb not null,
  view jsonb not null,
  -- Encrypted: the password cell until the import, the generated password until it is printed.
  secret bytea,
  choice text,
  duplicate_of integer,
  result text check (result in ('created', 'changed', 'edited', 'refused', 'failed')),
  -- What the row's person had before, and the version that the import has written.
  before jsonb,
  written_version integer,
  undo text check (undo in ('restored', 'kept', 'failed')),
  primary key (import_id, place)
);
create index import_rows_of_person on imports.rows (person_uid) where person_uid is not null;
create index import_rows_by_outcome on imports.rows (import_id, outcome, place);

-- The uploaded workbook ('file') and the sheets of generated passwords ('slips'), in parts.
create table imports.parts (
  import_id uuid not null references imports.imports (id) on delete cascade,
  kind text not null check (kind in ('file', 'slips')),
  place integer not null,
  bytes bytea not null,
  primary key (import_id, kind, place)
);
