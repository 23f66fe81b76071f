-- What a bulk act changed of each person, so that it can be undone: the groups that somebody left and joined, by their uids.
alter table jobs.targets add column before jsonb;
