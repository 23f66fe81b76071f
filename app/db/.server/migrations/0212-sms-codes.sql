-- One-time codes by text message: the last one a person was sent, as a keyed digest.
create table auth.sms_codes (
  realm text not null,
  uid uuid not null,
  code_digest text not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  primary key (realm, uid)
);
