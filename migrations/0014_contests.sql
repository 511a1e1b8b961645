-- Contests: timed quizzes for prizes from entry fees and a guaranteed pool.

-- The clock decides whether a contest is upcoming, live or ended; only the outcome is stored.
create table contest (
  id                   uuid primary key,
  -- A series has one run for each start.
  series_key           text,
  title                text not null check (length(title) between 1 and 120),
  description          text not null check (length(description) <= 2000),
  type                 text not null check (type in ('PUBLIC', 'PRIVATE')),
  room_code            text unique check (room_code ~ '^[2-9A-HJ-NP-Z]{6}$'),
  entry_fee_gems       bigint not null check (entry_fee_gems between 0 and 1000000),
  guaranteed_pool_gems bigint not null check (guaranteed_pool_gems between 0 and 1000000000),
  -- Percent of the pool, the best rank first.
  prize_table          integer[] not null check (cardinality(prize_table) between 1 and 100),
  min_participants     integer not null check (min_participants >= 1),
  max_duration_seconds integer check (max_duration_seconds >= 1),
  starts_at            timestamptz not null,
  ends_at              timestamptz not null check (ends_at > starts_at),
  question_ids         uuid[] not null check (cardinality(question_ids) between 1 and 100),
  -- How many of the questions are drawn for each participant; null: all.
  questions_per_attempt smallint check (questions_per_attempt between 1 and cardinality(question_ids)),
  -- A lower score gets no prize.
  min_prize_score      smallint not null default 1 check (min_prize_score between 1 and 100),
  -- The house pays the guaranteed pool only if at least this many participants submit.
  house_min_participants integer not null default 2 check (house_min_participants >= 2),
  -- Whether the house paid the guaranteed pool. Null until the contest is settled.
  is_house_pool_paid   boolean,
  -- Determines the order of questions and options. Never sent to clients.
  seed                 text not null,
  -- The last user reminded so far.
  reminder_cursor      uuid,
  reminded_at          timestamptz,
  outcome              text check (outcome in ('SETTLED', 'CANCELLED')),
  cancel_reason        text check (cancel_reason in ('TOO_FEW_PARTICIPANTS', 'NO_SUBMISSIONS', 'NO_PRIZE_SCORE', 'BY_ADMIN')),
  decided_at           timestamptz check ((decided_at is null) = (outcome is null)),
  -- Number of participants with a final rank; ranks are stored in batches.
  ranked_count         integer not null default 0 check (ranked_count >= 0),
  -- All participants are finalized.
  finished_at          timestamptz check (finished_at is null or outcome is not null),
  created_at           timestamptz not null,
  check ((room_code is not null) = (type = 'PRIVATE')),
  check ((cancel_reason is not null) = (outcome is not distinct from 'CANCELLED')),
  unique (series_key, starts_at)
);
create index contest_starts_at on contest (starts_at desc, id desc);
create index contest_undecided on contest (ends_at) where outcome is null;
create index contest_unfinished on contest (decided_at) where outcome is not null and finished_at is null;
create index contest_reminder_due on contest (starts_at) where outcome is null and reminded_at is null;
create index contest_search on contest using gin ((title || ' ' || description) gin_trgm_ops);

-- The number of participants, counted in shards, so that joins do not wait for one row.
create table contest_shard (
  contest_id        uuid not null references contest,
  shard             smallint not null check (shard between 0 and 15),
  participant_count integer not null default 0 check (participant_count >= 0),
  primary key (contest_id, shard)
) with (fillfactor = 50);

-- The participation of a user: answers, score, rank and prize.
create table contest_participant (
  contest_id           uuid not null references contest,
  user_id              uuid not null references user_account,
  joined_at            timestamptz not null,
  started_at           timestamptz,
  submitted_at         timestamptz,
  score                smallint check (score between 0 and 100),
  correct_count        smallint check (correct_count >= 0),
  time_taken_ms        bigint check (time_taken_ms >= 0),
  -- The time measured by the client; stored, but not used.
  claimed_time_seconds bigint,
  answers              jsonb,
  -- The account was deleted or suspended: no rank and no prize.
  withdrawn_at         timestamptz,
  rank                 integer check (rank >= 1),
  prize_gems           bigint not null default 0 check (prize_gems >= 0),
  xp                   integer not null default 0 check (xp >= 0),
  -- The result is published or the fee is refunded.
  finalized_at         timestamptz,
  -- The answers are recorded for mastery.
  is_recorded          boolean not null default false,
  primary key (contest_id, user_id),
  check ((submitted_at is null) = (score is null)),
  check ((submitted_at is null) = (correct_count is null)),
  check ((submitted_at is null) = (time_taken_ms is null)),
  check (submitted_at is null or started_at is not null),
  check (prize_gems = 0 or submitted_at is not null)
) with (fillfactor = 80);
-- The leaderboard: higher score, then less time, then the earlier submission.
create index contest_leaderboard on contest_participant (contest_id, score desc, time_taken_ms, submitted_at, user_id)
  where submitted_at is not null and withdrawn_at is null;
-- The list of submissions of an undecided contest.
create index contest_submissions on contest_participant (contest_id, submitted_at, user_id)
  where submitted_at is not null and withdrawn_at is null;
-- The leaderboard of participants to finalize, so that a batch does not scan those of earlier batches.
create index contest_leaderboard_unfinalized on contest_participant (contest_id, score desc, time_taken_ms, submitted_at, user_id)
  where submitted_at is not null and withdrawn_at is null and finalized_at is null;
create index contest_participant_unfinalized on contest_participant (contest_id, user_id) where finalized_at is null;
create index contest_participant_withdrawn on contest_participant (contest_id) where withdrawn_at is not null;
create index contest_participant_of_user on contest_participant (user_id, joined_at desc);

-- Users who have seen the answers of an undecided contest: its authors, and staff that opened it. They cannot join it.
create table contest_answer_reader (
  contest_id uuid not null references contest,
  user_id    uuid not null references user_account,
  read_at    timestamptz not null,
  primary key (contest_id, user_id)
);

-- XP from contests per day (UTC), for the daily cap.
create table contest_daily_xp (
  user_id uuid not null references user_account,
  day     date not null,
  xp      integer not null check (xp >= 0),
  primary key (user_id, day)
) with (fillfactor = 80);
-- For retention.
create index contest_daily_xp_day on contest_daily_xp (day);
