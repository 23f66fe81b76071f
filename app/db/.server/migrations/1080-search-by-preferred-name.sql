-- Searches for people find the preferred name as well. While the previous version still serves, its searches have no index.
create index users_searched on directory.users
  using gin (lower(name || ' ' || username || ' ' || coalesce(email, '') || ' ' || coalesce(preferred_name, '')) gin_trgm_ops);
drop index directory.users_search;
