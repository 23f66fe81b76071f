-- A reader's entries since the daily sums were made: their week reads them whenever it is shown.
create index reading_log_of_reader on library.reading_log (realm, uid, profile_id, received_at);
