-- Roster sync: where an organisation's people come from, what each run did, and whom a source has brought.
create schema sync;

create table sync.settings (
  organization_id integer primary key references directory.organizations (id) on delete cascade,
  realm text not null,
  -- Whether its sources are read every night.
  active boolean not null default false,
  dry_run boolean not null default true,
  type text not null default 'skolon',
  -- [{legacyId, uid, externalId}]: which organisation of ours a source means by its own id.
  organization_map jsonb not null default '[]'
);

create table sync.sources (
  id uuid primary key,
  realm text not null,
  organization_id integer not null references directory.organizations (id) on delete cascade,
  type text not null,
  name text not null,
  -- Of the standard, where the source has several.
  version text,
  -- null: its file is uploaded.
  address text,
  token_address text,
  client_id text,
  -- Encrypted, and never shown again.
  secret bytea,
  -- With whose rights it is read at night.
  configured_by uuid,
  -- Schools and classes as the source has told them: a change may name them by their ids alone.
  roster jsonb,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
create index sync_sources_of_organization on sync.sources (organization_id, created_at);

create table sync.jobs (
  id uuid primary key default gen_random_uuid(),
  realm text not null,
  organization_id integer not null references directory.organizations (id) on delete cascade,
  sync_id uuid not null references sync.sources (id) on delete cascade,
  state text not null default 'queued' check (state in
    ('queued', 'reading', 'previewed', 'held', 'released', 'refused', 'superseded', 'failed')),
  is_by_schedule boolean not null,
  is_dry_run boolean not null,
  started_by uuid not null,
  actor uuid,
  is_secure boolean not null,
  -- What stood in its way: {code, values}.
  problem jsonb,
  -- Of the dry run, with what is stored in no row: {known, matched, unchanged, skipped}.
  counts jsonb,
  -- Schools and classes as this run has read them, until it is written.
  roster jsonb,
  beat_at timestamptz,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index sync_jobs_of_source on sync.jobs (sync_id, created_at desc);
create index sync_jobs_at_work on sync.jobs (organization_id) where state in ('queued', 'reading');
create index sync_jobs_waiting on sync.jobs (organization_id) where state in ('previewed', 'held');

create table sync.logs (
  job_id uuid not null references sync.jobs (id) on delete cascade,
  place bigint generated always as identity,
  at timestamptz not null default clock_timestamp(),
  level text not null check (level in ('info', 'warning', 'error')),
  code text not null,
  values jsonb not null default '{}',
  primary key (job_id, place)
);

-- An uploaded roster until it is read, in parts.
create table sync.files (
  sync_id uuid not null references sync.sources (id) on delete cascade,
  place integer not null,
  bytes bytea not null,
  primary key (sync_id, place)
);

-- Whom a source has brought or named, by its own id for them.
create table sync.people (
  sync_id uuid not null references sync.sources (id) on delete cascade,
  source_id text not null,
  user_id integer not null references directory.users (id) on delete cascade,
  primary key (sync_id, source_id)
);
create index sync_people_by_user on sync.people (user_id);

-- Groups that a source has named: whom it no longer has in them leaves them; other groups are none of its business.
create table sync.groups (
  sync_id uuid not null references sync.sources (id) on delete cascade,
  group_id integer not null references directory.groups (id) on delete cascade,
  primary key (sync_id, group_id)
);
create index sync_groups_by_group on sync.groups (group_id);

-- Imports whose rows come from a source.
alter table imports.imports add column sync_job uuid unique;
-- {organizations, groups}: what the source has a say in.
alter table imports.imports add column managed jsonb;
-- What a source says beyond the cells: {sourceId, ifNew, organizations, groups, left, isGone, returning}.
alter table imports.rows add column roster jsonb;
alter table imports.rows drop constraint rows_outcome_check;
alter table imports.rows add constraint rows_outcome_check check (outcome in
  ('new', 'changed', 'unchanged', 'refused', 'wrong', 'duplicate', 'likely', 'moved', 'returning', 'gone', 'orphan'));
alter table imports.rows drop constraint rows_result_check;
alter table imports.rows add constraint rows_result_check check (result in
  ('created', 'changed', 'edited', 'refused', 'failed', 'returned', 'deactivated'));

-- Returning people are looked for among the deleted.
create index users_deleted_by_external_id on directory.users (realm, external_id) where status = 'deleted' and external_id is not null;
create index users_deleted_by_username on directory.users (realm, lower(username)) where status = 'deleted';
