-- The clocks of a country say which day it is there, whatever the database's own say.
create function directory.time_zone(realm directory.realm) returns text language sql immutable as $$
  select case realm
    when 'de' then 'Europe/Berlin'
    when 'fi' then 'Europe/Helsinki'
    when 'fr' then 'Europe/Paris'
    when 'no' then 'Europe/Oslo'
    when 'nl' then 'Europe/Amsterdam'
    when 'se' then 'Europe/Stockholm'
    when 'uk' then 'Europe/London'
    when 'us' then 'America/New_York'
  end
$$;

create function directory.day_in(realm directory.realm) returns date language sql stable as $$
  select (now() at time zone directory.time_zone(realm))::date
$$;

alter table directory.subscription_periods add column trial boolean not null default false;
create index subscription_periods_by_realm on directory.subscription_periods (realm, legacy_id);

-- Who has had a trial: once, also after its period was deleted or rewritten.
create table directory.period_trials (
  realm directory.realm not null,
  user_id integer,
  organization_id integer,
  taken_at timestamptz not null default now(),
  foreign key (user_id, realm) references directory.users (id, realm) on delete cascade,
  foreign key (organization_id, realm) references directory.organizations (id, realm) on delete cascade,
  check (num_nonnulls(user_id, organization_id) = 1),
  constraint period_trials_one_a_person unique (user_id),
  constraint period_trials_one_an_organization unique (organization_id)
);
