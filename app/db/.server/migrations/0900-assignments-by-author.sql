-- Lists of assignments: a teacher's own and those of the whole country, each by an index.
CREATE INDEX assignments_by_author ON submissions.assignments (author_uid, created_at DESC, id);
CREATE INDEX assignments_by_realm ON submissions.assignments (realm, created_at DESC, id);
