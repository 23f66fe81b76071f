-- People who want the weekly note about their children's reading.
create index settings_with_reading_note on account.settings (realm) where mails -> 'readingWeek' = 'true'::jsonb;
