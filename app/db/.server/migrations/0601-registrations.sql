-- Families that signed up by themselves. Who never had a subscription is removed after 30 days.
create table account.registrations (
  realm text not null check (realm in ('de', 'fi', 'fr', 'no', 'nl', 'se', 'uk', 'us')),
  uid uuid not null,
  -- Digest of what names the browser session that registered last: it may order before the first log-in.
  browser_session text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (realm, uid)
);
create unique index registrations_browser_session on account.registrations (realm, browser_session)
  where browser_session is not null;
