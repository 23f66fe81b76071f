-- What readers read, as open readers tell every three seconds. Raw entries are kept for 30 days, daily sums for 13 months.
create table library.reading_log (
  realm text not null,
  uid uuid not null,
  -- The nil UUID where the account's owner reads.
  profile_id uuid not null default '00000000-0000-0000-0000-000000000000',
  session_id text not null,
  -- Seconds since 1970 by the device's clock: one entry of a session has one, so that it counts once however often it comes.
  sent_timestamp bigint not null,
  -- The same moment by the server's clock.
  at timestamptz not null,
  received_at timestamptz not null default now(),
  book_id text not null,
  device_id text not null,
  percentage real not null check (percentage between 0 and 1),
  -- Pages of fixed books only.
  page integer,
  language text not null default '',
  source text not null,
  primary key (realm, uid, profile_id, session_id, sent_timestamp)
);
-- Entries come in the order of this column, so a small index finds the latest hour and the oldest day.
create index reading_log_received on library.reading_log using brin (received_at);

create table library.reading_days (
  realm text not null,
  uid uuid not null,
  profile_id uuid not null,
  -- In the realm's time zone.
  day date not null,
  book_id text not null,
  -- The language that was heard or read; empty where it is unknown.
  language text not null,
  seconds integer not null check (seconds >= 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- The furthest, 0 to 1.
  percentage real not null,
  primary key (realm, uid, profile_id, day, book_id, language)
);
create index reading_days_by_day on library.reading_days (realm, day);

-- Up to which moment of arrival raw entries are in the daily sums.
create table library.reading_sums (
  realm text primary key,
  summed_to timestamptz not null
);
