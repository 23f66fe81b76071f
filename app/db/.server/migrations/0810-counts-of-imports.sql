-- What the history says of an import when its rows are forgotten after 30 days.
alter table imports.imports add column counts jsonb;
