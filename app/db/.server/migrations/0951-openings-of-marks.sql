-- Which opening of a book made its mark: another one that moves it tells its reader.
alter table library.last_marks add column opening text;
