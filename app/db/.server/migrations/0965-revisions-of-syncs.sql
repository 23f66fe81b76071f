-- Which state of a sync's settings and of a source a form was filled from: whoever saves second is told.
alter table sync.settings add column revision integer not null default 1;
alter table sync.sources add column revision integer not null default 1;
