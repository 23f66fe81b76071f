-- The log is read by time: of somebody, of a place, of a country, and there by the act too.
create index audit_by_time on directory.audit (realm, at, id);
create index audit_by_action on directory.audit (realm, action, at, id);
drop index directory.audit_by_subject;
create index audit_by_subject on directory.audit (subject_uid, at, id);
drop index directory.audit_by_organization;
create index audit_by_organization on directory.audit (organization_uid, at, id) where organization_uid is not null;
drop index directory.audit_by_user;
create index audit_by_user on directory.audit (user_uid, at, id);
drop index directory.audit_by_actor;
create index audit_by_actor on directory.audit (actor_uid, at, id) where actor_uid is not null;
