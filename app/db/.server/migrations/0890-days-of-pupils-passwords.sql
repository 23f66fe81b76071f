-- Days after which a password that staff gave to a pupil expires; null: never. docs/decisions/, passwords for children.

alter table directory.organizations
  add column pupil_password_days integer check (pupil_password_days between 1 and 1000);
