-- A draft is private to the pupil: answers that were handed back are kept as they were submitted, for the teacher, until the pupil submits
-- again. docs/product/reader.md#assignments.
ALTER TABLE submissions.submissions ADD COLUMN handed_back_answers jsonb;

-- Where the pupil has already saved again, the submitted answers are overwritten.
UPDATE submissions.submissions SET handed_back_answers = answers
WHERE status = 'InProgress' AND handed_back_at IS NOT NULL AND (saved_at IS NULL OR saved_at <= handed_back_at);
