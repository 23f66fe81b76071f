-- When the tokens for a code or refresh token had been issued. A second use that arrived before then came at the same moment as the first:
-- it is refused, and nothing that the first one gets is taken away.
alter table auth.authorization_codes add column exchanged_at timestamptz;
alter table auth.refresh_tokens add column exchanged_at timestamptz;
