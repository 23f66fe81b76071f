-- Which request used a refresh token up: the same one may ask again when its answer was lost, anybody else ends the family.
alter table auth.refresh_tokens add column used_by text;
