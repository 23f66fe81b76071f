-- Days after which a password that staff gave to a pupil expires; null: never. docs/decisions/0051-passwords-of-pupils.md.
alter table directory.organizations
  add column pupil_password_days integer check (pupil_password_days between 1 and 1000);

-- A password that needs no change may expire as well.
alter table auth.passwords drop constraint passwords_check;
