-- Whether browsers' voices that send the text to their maker may read books without narration to the school's pupils.
alter table directory.organizations add column online_voices_enabled boolean not null default false;
