-- What a deleted person signed in with is free for somebody else from the deletion on; whoever restores the person chooses another
-- username where it was taken meanwhile.
create unique index users_username_new on directory.users (realm, lower(username)) where status <> 'deleted';
create unique index users_bankid_new on directory.users (realm, bankid) where bankid is not null and status <> 'deleted';
create unique index users_sms_new on directory.users (realm, sms) where sms is not null and status <> 'deleted';
create unique index users_eppn_new on directory.users (realm, lower(eppn)) where eppn is not null and status <> 'deleted';
create unique index users_gsuite_id_new on directory.users (realm, gsuite_id)
  where gsuite_id is not null and status <> 'deleted';
create unique index users_gsuite_email_new on directory.users (realm, lower(gsuite_email))
  where gsuite_email is not null and status <> 'deleted';
create unique index users_office365_new on directory.users (realm, lower(office365))
  where office365 is not null and status <> 'deleted';

drop index directory.users_username;
drop index directory.users_bankid;
drop index directory.users_sms;
drop index directory.users_eppn;
drop index directory.users_gsuite_id;
drop index directory.users_gsuite_email;
drop index directory.users_office365;

alter index directory.users_username_new rename to users_username;
alter index directory.users_bankid_new rename to users_bankid;
alter index directory.users_sms_new rename to users_sms;
alter index directory.users_eppn_new rename to users_eppn;
alter index directory.users_gsuite_id_new rename to users_gsuite_id;
alter index directory.users_gsuite_email_new rename to users_gsuite_email;
alter index directory.users_office365_new rename to users_office365;
