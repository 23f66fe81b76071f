-- The directory's rows lie in memory or on disks without arms: a page anywhere costs little more than the next one. PostgreSQL's
-- own figure (4) makes it read whole tables where a few hundred rows were asked for. Issue 5, "How well".
do $$
begin
  execute format('alter database %I set random_page_cost = 1.1', current_database());
exception
  when insufficient_privilege then
    raise notice 'only the owner of the database may set random_page_cost = 1.1, which the lists of a million are best with';
end $$;
