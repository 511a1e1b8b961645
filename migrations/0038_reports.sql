-- Reports: what learners report to moderators.

create table report (
  id          uuid primary key,
  -- The reporter; null after the reporter deleted the account.
  user_id     uuid references user_account,
  kind        text not null check (kind in ('COURSE', 'LESSON', 'QUESTION', 'USER')),
  target_id   uuid not null,
  reason      text not null check (reason in ('WRONG', 'OFFENSIVE', 'SPAM', 'CHEATING', 'COPYRIGHT', 'OTHER')),
  text        text not null check (char_length(text) <= 1000),
  status      text not null default 'OPEN' check (status in ('OPEN', 'DISMISSED', 'ACTED')),
  -- For staff.
  note        text not null default '' check (char_length(note) <= 1000),
  reviewer_id uuid references user_account,
  created_at  timestamptz not null,
  decided_at  timestamptz,
  check ((status = 'OPEN') = (decided_at is null))
);
-- A user has one open report of a target.
create unique index report_open on report (user_id, kind, target_id) where status = 'OPEN';
-- The queue, the oldest first.
create index report_queue on report (status, id);
-- The daily limit, the export and the erasure of a user.
create index report_user on report (user_id, created_at);
-- The erasure of a reported user.
create index report_target on report (target_id);
-- For retention.
create index report_decided_at on report (decided_at);
