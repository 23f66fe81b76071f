-- Classes that an import has made, so that its undo can remove those that are empty again.
create table imports.made_groups (
  import_id uuid not null references imports.imports (id) on delete cascade,
  group_id integer not null references directory.groups (id) on delete cascade,
  -- As it was made: a later version was edited since.
  version integer not null,
  primary key (import_id, group_id)
);
create index made_groups_by_group on imports.made_groups (group_id);

-- What became of them: {removed: [name], kept: [{name, reason}]}.
alter table imports.imports add column undone_groups jsonb;
-- Classes that the file names otherwise than the school does: [{name, like}].
alter table imports.imports add column group_twins jsonb not null default '[]';
