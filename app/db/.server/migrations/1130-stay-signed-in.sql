-- Sessions that outlive the browser, for 30 days, where the person asked for it and their schools allow it.
alter table auth.sessions add column stays_signed_in boolean not null default false;
alter table web.sessions add column stays_signed_in boolean not null default false;
alter table directory.organizations add column stay_signed_in text not null default 'nobody'
  check (stay_signed_in in ('nobody', 'employees', 'everybody'));
