-- Long work that people start and come back to: bulk acts, exports, sheets to print. Issue 5, part 4.

create schema jobs;

create table jobs.jobs (
  id uuid primary key default gen_random_uuid(),
  realm text not null,
  kind text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  -- What was asked, as the contract has it: the selection and the act's own options.
  asked jsonb not null,
  started_by uuid not null,
  -- Who acted as that person, when somebody did.
  actor uuid,
  is_secure boolean not null,
  origin text not null,
  -- Known once the selection has been read.
  total integer,
  done integer not null default 0,
  refused integer not null default 0,
  is_cancel_asked boolean not null default false,
  error text,
  file_name text,
  file_type text,
  file_size bigint,
  created_at timestamptz not null default now(),
  -- Set again and again by the process at work; an old one means that the process is gone.
  beat_at timestamptz,
  ended_at timestamptz,
  -- When everything about the job is forgotten, its file first of all.
  expires_at timestamptz not null
);
create index jobs_by_person on jobs.jobs (realm, started_by, created_at desc, id);
create index jobs_at_work on jobs.jobs (created_at) where state in ('waiting', 'running');
create index jobs_by_expiry on jobs.jobs (expires_at);

-- The rows of a bulk act, fixed when it begins, each with what became of it.
create table jobs.targets (
  job_id uuid not null references jobs.jobs (id) on delete cascade,
  place integer not null,
  uid uuid not null,
  name text,
  outcome text not null default 'waiting' check (outcome in ('waiting', 'done', 'refused')),
  reason text,
  -- A first password or badge on its way to paper, sealed; gone when the sheet is made.
  secret bytea,
  primary key (job_id, place)
);
create index targets_waiting on jobs.targets (job_id, place) where outcome = 'waiting';
create index targets_refused on jobs.targets (job_id, place) where outcome = 'refused';

create table jobs.file_parts (
  job_id uuid not null references jobs.jobs (id) on delete cascade,
  place integer not null,
  bytes bytea not null,
  primary key (job_id, place)
);
-- Workbooks and PDF are compressed already.
alter table jobs.file_parts alter column bytes set storage external;
