-- Practice: rounds in which a learner repeats a lesson or a skill.

-- One round. It is open until all questions are answered.
create table practice_round (
  id           uuid primary key,
  user_id      uuid not null references user_account,
  lesson_id    uuid references lesson,
  skill        text check (skill <> ''),
  -- Determines the drawn questions and the order of options. It is never sent to a client.
  seed         text not null,
  question_ids uuid[] not null check (cardinality(question_ids) >= 1),
  -- The first answer to each question, with its grade.
  answers      jsonb not null default '[]',
  started_at   timestamptz not null,
  completed_at timestamptz,
  xp           integer not null default 0 check (xp >= 0),
  check (num_nonnulls(lesson_id, skill) = 1)
) with (fillfactor = 80);
-- A user has one open round.
create unique index practice_round_open on practice_round (user_id) where completed_at is null;
-- Questions of the last rounds are avoided.
create index practice_round_completed on practice_round (user_id, completed_at desc, id desc) where completed_at is not null;
-- For retention.
create index practice_round_started_at on practice_round (started_at);

-- XP from practice per day (UTC), for the daily cap.
create table practice_daily_xp (
  user_id uuid not null references user_account,
  day     date not null,
  xp      integer not null check (xp >= 0),
  primary key (user_id, day)
) with (fillfactor = 80);
-- For retention.
create index practice_daily_xp_day on practice_daily_xp (day);
