-- Until when one process alone may ask for new tokens of a session: a refresh token that is sent twice ends its family.
alter table web.sessions add column renewing_until timestamptz;
