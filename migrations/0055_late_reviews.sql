-- A review that was answered without a connection counts for the day on which the learner answered it.
-- The counts of the days around `last_day` to which such reviews can still come, by day.
alter table review_learner add column other_days jsonb default '{}' not null;
-- When the learner answered, if the device sent it later. Null: at `answered_at`, the time of arrival.
alter table review_log add column occurred_at timestamptz;
