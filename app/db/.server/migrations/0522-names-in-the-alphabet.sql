-- Groups and organisations in the country's alphabet, numbers in their names by value, as lists sort them.
create index groups_by_name_de on directory.groups (name collate directory.alphabet_de, id)
  where realm = 'de' and status <> 'deleted';
create index groups_by_name_fi on directory.groups (name collate directory.alphabet_fi, id)
  where realm = 'fi' and status <> 'deleted';
create index groups_by_name_fr on directory.groups (name collate directory.alphabet_fr, id)
  where realm = 'fr' and status <> 'deleted';
create index groups_by_name_nl on directory.groups (name collate directory.alphabet_nl, id)
  where realm = 'nl' and status <> 'deleted';
create index groups_by_name_no on directory.groups (name collate directory.alphabet_no, id)
  where realm = 'no' and status <> 'deleted';
create index groups_by_name_se on directory.groups (name collate directory.alphabet_se, id)
  where realm = 'se' and status <> 'deleted';
create index groups_by_name_uk on directory.groups (name collate directory.alphabet_uk, id)
  where realm = 'uk' and status <> 'deleted';
create index groups_by_name_us on directory.groups (name collate directory.alphabet_us, id)
  where realm = 'us' and status <> 'deleted';
create index organizations_by_name_de on directory.organizations (name collate directory.alphabet_de, id)
  where realm = 'de' and status <> 'deleted';
create index organizations_by_name_fi on directory.organizations (name collate directory.alphabet_fi, id)
  where realm = 'fi' and status <> 'deleted';
create index organizations_by_name_fr on directory.organizations (name collate directory.alphabet_fr, id)
  where realm = 'fr' and status <> 'deleted';
create index organizations_by_name_nl on directory.organizations (name collate directory.alphabet_nl, id)
  where realm = 'nl' and status <> 'deleted';
create index organizations_by_name_no on directory.organizations (name collate directory.alphabet_no, id)
  where realm = 'no' and status <> 'deleted';
create index organizations_by_name_se on directory.organizations (name collate directory.alphabet_se, id)
  where realm = 'se' and status <> 'deleted';
create index organizations_by_name_uk on directory.organizations (name collate directory.alphabet_uk, id)
  where realm = 'uk' and status <> 'deleted';
create index organizations_by_name_us on directory.organizations (name collate directory.alphabet_us, id)
  where realm = 'us' and status <> 'deleted';
