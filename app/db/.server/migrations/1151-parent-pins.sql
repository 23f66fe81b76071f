-- A parent's PIN: asked for instead of the password when a parent takes over from a child who reads in the same browser.
create table auth.parent_pins (
  realm text not null,
  uid uuid not null,
  hash text not null,
  -- Wrong PINs since the last right one or the last log-in with the password; from five on only the password helps.
  wrong integer not null default 0 check (wrong >= 0),
  primary key (realm, uid)
);
