-- The activity stream: what happened in readers, one partition a month.
create schema activity;

create table activity.events (
  realm text not null,
  id uuid not null,
  received_at timestamptz not null,
  uid uuid not null,
  -- The nil UUID where the account's owner reads.
  profile_id uuid not null,
  -- The host without dots that the event came from.
  origin text not null,
  source_application text not null,
  version integer not null,
  -- As it was sent.
  event jsonb not null
) partition by range (received_at);
create index events_by_person on activity.events (realm, uid);
-- Where a month has no partition yet nothing is lost.
create table activity.events_other partition of activity.events default;

-- Which events are there: an id counts once whenever it comes.
create table activity.event_ids (
  realm text not null,
  id uuid not null,
  received_at timestamptz not null,
  primary key (realm, id)
);
create index event_ids_received on activity.event_ids using brin (received_at);

-- Makes the partitions of a month and the two after it, and moves rows there that came before their partition.
create function activity.ensure_partitions(moment timestamptz) returns void language plpgsql as $$
declare
  month timestamptz;
  name text;
begin
  perform pg_advisory_xact_lock(hashtextextended('activity.partitions', 0));
  for ahead in 0..2 loop
    month := (date_trunc('month', moment at time zone 'UTC') + make_interval(months => ahead)) at time zone 'UTC';
    name := 'events_' || to_char(month at time zone 'UTC', 'YYYY_MM');
    if to_regclass('activity.' || name) is null then
      execute format('create table activity.%I (like activity.events including all)', name);
      execute format(
        'with moved as (delete from activity.events_other where received_at >= %L and received_at < %L returning *)
         insert into activity.%I select * from moved', month, (month at time zone 'UTC' + interval '1 month') at time zone 'UTC', name);
      execute format('alter table activity.events attach partition activity.%I for values from (%L) to (%L)',
        name, month, (month at time zone 'UTC' + interval '1 month') at time zone 'UTC');
    end if;
  end loop;
end $$;
select activity.ensure_partitions(now());
