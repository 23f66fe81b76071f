-- What ingest repaired or left out of an uploaded book, and the file of the archive because of which one was refused.
alter table library.uploads add column notes jsonb not null default '[]', add column reason_path text;
