-- A person's log holds what somebody did who acted as them, too.
create index audit_by_actor on directory.audit (actor_uid, id) where actor_uid is not null;
