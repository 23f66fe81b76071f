-- Who asked for the undo: the import itself, with its printed passwords, stays that of who started it.
alter table imports.imports add column undone_by uuid;
