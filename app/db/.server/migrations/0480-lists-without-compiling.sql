-- PostgreSQL compiles a statement that it takes for a long one, which may last longer than all its reading. A list's statement looks
-- long, since it holds several ways to find its page, of which one is gone. Issue 5, "How well".
do $$
begin
  execute format('alter database %I set jit = off', current_database());
exception
  when insufficient_privilege then
    raise notice 'only the owner of the database may set jit = off, which the lists of a million are best with';
end $$;
