-- Whoever is in the directory belongs somewhere: a place that is given to somebody else must not be its first holder's last.
create constraint trigger associations_leave_no_holder after update of user_id on directory.associations
  deferrable initially deferred for each row when (old.user_id <> new.user_id)
  execute function directory.require_organization();
