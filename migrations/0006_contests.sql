-- Contests: questions against the clock, for the gems of those who take part and of the house.

-- A RESERVED question belongs to whoever put it in: it is never drawn, exported or archived, and needs no topic.
alter table question drop constraint question_use_check;
alter table question add constraint question_use_check check (use in ('PRACTICE', 'CHALLENGE', 'RESERVED'));
alter table question alter column topic_id drop not null;
alter table question add constraint question_topic_check check (topic_id is not null or use = 'RESERVED');

-- Whether it is upcoming, live or ended is said by the clock; only how it came out is written.
create table contest (
  id                   uuid primary key,
  -- Runs of one series follow each other, and each is made once.
  series_key           text,
  title                text not null check (length(title) between 1 and 120),
  description          text not null check (length(description) <= 2000),
  type                 text not null check (type in ('PUBLIC', 'PRIVATE')),
  room_code            text unique check (room_code ~ '^[2-9A-HJ-NP-Z]{6}$'),
  entry_fee_gems       bigint not null check (entry_fee_gems between 0 and 1000000),
  guaranteed_pool_gems bigint not null check (guaranteed_pool_gems between 0 and 1000000000),
  -- Percent of the pool, the best place first.
  prize_table          integer[] not null check (cardinality(prize_table) between 1 and 100),
  min_participants     integer not null check (min_participants >= 1),
  max_duration_seconds integer check (max_duration_seconds >= 1),
  starts_at            timestamptz not null,
  ends_at              timestamptz not null check (ends_at > starts_at),
  question_ids         uuid[] not null check (cardinality(question_ids) between 1 and 100),
  -- What the order of questions and options is made from. It never leaves the server.
  seed                 text not null,
  reminder_cursor     uuid,
  reminded_at          timestamptz,
  outcome              text check (outcome in ('SETTLED', 'CANCELLED')),
  cancel_reason        text check (cancel_reason in ('TOO_FEW_PARTICIPANTS', 'NO_SUBMISSIONS', 'BY_ADMIN')),
  decided_at           timestamptz check ((decided_at is null) = (outcome is null)),
  -- How many have their final rank: they are told in steps.
  ranked_count         integer not null default 0 check (ranked_count >= 0),
  -- Everybody has got and been told what is theirs.
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

-- How many take part, counted in lanes: one row that everybody updates would make all joins wait for each other.
create table contest_shard (
  contest_id   uuid not null references contest,
  shard         smallint not null check (shard between 0 and 15),
  participant_count integer not null default 0 check (participant_count >= 0),
  primary key (contest_id, shard)
) with (fillfactor = 50);

create table contest_participant (
  contest_id           uuid not null references contest,
  user_id              uuid not null references user_account,
  joined_at            timestamptz not null,
  started_at           timestamptz,
  submitted_at         timestamptz,
  score                smallint check (score between 0 and 100),
  correct_count        smallint check (correct_count >= 0),
  time_taken_ms        bigint check (time_taken_ms >= 0),
  -- What the client says. It is kept as a hint and counts for nothing.
  claimed_time_seconds bigint,
  answers              jsonb,
  -- Whoever has left the platform takes no place and no prize.
  withdrawn_at         timestamptz,
  rank                 integer check (rank >= 1),
  prize_gems           bigint not null default 0 check (prize_gems >= 0),
  -- Has got back or won what there was, and was told so.
  finalized_at              timestamptz,
  primary key (contest_id, user_id),
  check ((submitted_at is null) = (score is null)),
  check ((submitted_at is null) = (correct_count is null)),
  check ((submitted_at is null) = (time_taken_ms is null)),
  check (submitted_at is null or started_at is not null),
  check (prize_gems = 0 or submitted_at is not null)
) with (fillfactor = 80);
-- The ranking: more points, then less time, then the earlier submission.
create index contest_leaderboard on contest_participant (contest_id, score desc, time_taken_ms, submitted_at, user_id)
  where submitted_at is not null and withdrawn_at is null;
-- The same for those who are still to be told, so that no step looks at those of the steps before it.
create index contest_leaderboard_unfinalized on contest_participant (contest_id, score desc, time_taken_ms, submitted_at, user_id)
  where submitted_at is not null and withdrawn_at is null and finalized_at is null;
create index contest_participant_unfinalized on contest_participant (contest_id, user_id) where finalized_at is null;
create index contest_participant_withdrawn on contest_participant (contest_id) where withdrawn_at is not null;
create index contest_participant_of_user on contest_participant (user_id, joined_at desc);
