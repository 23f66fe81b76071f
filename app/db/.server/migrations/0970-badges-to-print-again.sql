-- A badge's code follows from the server's secret and this salt, so that it can be printed again while its digest alone is stored.
-- Badges of before have none and can only be replaced.
alter table auth.badges add column salt text;
