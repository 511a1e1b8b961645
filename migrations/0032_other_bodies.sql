-- How often another body came under the key. Who guesses at what the first one said, such as a PIN, is told by no hit after a few.
alter table idempotency_record add column body_mismatches smallint not null default 0;
