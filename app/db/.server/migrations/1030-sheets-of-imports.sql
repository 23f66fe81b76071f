-- The sheets of the workbook, with hidden ones: [{name, isHidden, hasHeadings, rows, hiddenRows, isRead, isHiddenRead, merged, hiddenColumns}].
alter table imports.imports add column workbook_sheets jsonb not null default '[]';
-- The sheets that the user chose: [{name, hiddenRows}]; null for those that are visible in the workbook.
alter table imports.imports add column sheet_choices jsonb;
-- A cell of the row may not hold what somebody entered; view.notes has the cells.
alter table imports.rows add column warned boolean not null default false;
