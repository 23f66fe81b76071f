-- Books that visitors of a country may open whole, without an account.
alter table library.catalogue add column is_sample boolean not null default false;
