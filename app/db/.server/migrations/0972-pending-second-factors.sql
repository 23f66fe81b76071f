-- The confirmed authenticator app keeps working until the first code of another one is confirmed.
alter table auth.second_factors add column pending_secret bytea;
