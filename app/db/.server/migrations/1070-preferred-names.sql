-- The name by which a pupil is called, beside the registered one.
alter table directory.users add column preferred_name text check (type = 'student' or preferred_name is null);
