-- The one organisation of a country that families belong to who subscribe by themselves. Every database knows all countries: which of
-- them it serves is the product's configuration, and an organisation is no personal data.

create table directory.consumer_units (
  realm directory.realm primary key,
  organization_id integer not null,
  foreign key (organization_id, realm) references directory.organizations (id, realm)
);

insert into directory.organizations (realm, type, name, country)
  select wanted.realm, 'consumer', wanted.name, wanted.country
  from (values
    ('de', 'Fabel für Familien', 'DE'),
    ('fi', 'Fabel perheille', 'FI'),
    ('fr', 'Fabulette pour les familles', 'FR'),
    ('nl', 'Fabel voor gezinnen', 'NL'),
    ('no', 'Fabel for familier', 'NO'),
    ('se', 'Fabel för familjer', 'SE'),
    ('uk', 'Fabel for families', 'GB'),
    ('us', 'Fabel for families', 'US')
  ) as wanted (realm, name, country)
  where not exists (
    select 1 from directory.organizations o
    where o.realm = wanted.realm and o.type = 'consumer' and o.parent_id is null and o.status = 'active');

insert into directory.consumer_units (realm, organization_id)
  select distinct on (o.realm) o.realm, o.id from directory.organizations o
  where o.type = 'consumer' and o.parent_id is null and o.status = 'active' order by o.realm, o.id;

-- Families would have nowhere to belong: the unit can be renamed, and neither ended nor made into something else.
create function directory.keep_consumer_unit() returns trigger language plpgsql as $$
begin
  if (new.status <> 'active' or new.type <> 'consumer' or new.parent_id is not null)
     and exists (select 1 from directory.consumer_units c where c.organization_id = new.id) then
    raise exception 'families of the country belong to this organisation' using errcode = 'check_violation',
      constraint = 'consumer_unit_stays';
  end if;
  return new;
end $$;
create trigger consumer_unit_stays before update of status, type, parent_id on directory.organizations
  for each row execute function directory.keep_consumer_unit();
