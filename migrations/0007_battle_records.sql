-- Quiz battles: processes, rooms, entries, journals and ratings.

-- Processes that host battles. When the lease of a process expires, other processes claim its rooms.
create table battle_process (
  id               uuid primary key,
  -- By the clock of the process, which is the clock of its battles.
  heartbeat_at     timestamptz not null,
  -- By the clock of the database, which is the same for all processes.
  lease_expires_at timestamptz not null
);

-- A battle of two players, or of one player and a bot.
create table battle_room (
  id              uuid primary key,
  kind            text not null check (kind in ('QUEUE', 'FRIEND', 'REMATCH', 'BOT')),
  state           text not null check (state in ('WAITING', 'IN_PROGRESS', 'FINISHED', 'ABANDONED', 'CANCELLED')),
  topic_id        uuid references topic,
  -- The stake of each player.
  stake           bigint not null check (stake >= 0),
  -- Determines questions, option order and bot answers. Never sent to clients.
  seed            uuid not null,
  question_ids    uuid[],
  bot_difficulty  text check (bot_difficulty in ('EASY', 'MEDIUM', 'HARD')),
  -- The code of a friend room.
  code            text check (code ~ '^\d{6}$'),
  start_deadline  timestamptz not null,
  host_process_id uuid,
  created_at      timestamptz not null,
  ended_at        timestamptz,
  reason          text check (reason in ('COMPLETED', 'FORFEIT', 'ABANDONED', 'CANCELLED')),
  bot_score       integer,
  -- The answers are recorded for mastery.
  is_recorded     boolean not null default false,
  rematch_by      uuid references user_account,
  rematch_room_id uuid references battle_room,
  check ((kind = 'BOT') = (bot_difficulty is not null)),
  check (bot_difficulty is null or stake = 0),
  check ((state in ('FINISHED', 'ABANDONED', 'CANCELLED')) = (ended_at is not null)),
  check ((ended_at is null) = (reason is null))
) with (fillfactor = 80);
create index battle_room_open on battle_room (start_deadline) where ended_at is null;
create unique index battle_room_code on battle_room (code) where ended_at is null and code is not null;
-- Finds out whether a wrong code was ever used.
create index battle_room_any_code on battle_room (code) where code is not null;

-- One participation of a user, from joining to the end of the battle. Its stake is in the escrow account 'battle:<id>'
-- while the entry is live and has a room. Of the entries that ended in the queue, a user keeps the last ten.
create table battle_entry (
  id            uuid primary key,
  user_id       uuid not null references user_account,
  -- The session that joined; its ticket is valid only while the session is.
  session_id    uuid not null,
  status        text not null check (status in ('QUEUED', 'MATCHED', 'TIMED_OUT', 'CANCELLED')),
  is_live       boolean not null,
  topic_id      uuid references topic,
  stake         bigint not null check (stake >= 0),
  rating        double precision not null,
  joined_at     timestamptz not null,
  expires_at    timestamptz not null,
  room_id       uuid references battle_room,
  seat          smallint check (seat in (0, 1)),
  -- The result, set by the settlement.
  score         integer,
  correct_count integer,
  -- Answers that were faster than a person can read.
  fast_answers  integer not null default 0 check (fast_answers >= 0),
  result        text check (result in ('WIN', 'LOSS', 'DRAW')),
  gems_delta    bigint,
  xp_earned     integer,
  rating_delta  integer,
  ended_at      timestamptz,
  check ((room_id is null) = (seat is null)),
  check ((status = 'MATCHED') = (room_id is not null)),
  check (not is_live or status in ('QUEUED', 'MATCHED')),
  check (is_live = (ended_at is null))
) with (fillfactor = 80);
-- A user has at most one live entry.
create unique index battle_entry_one_live on battle_entry (user_id) where is_live;
create index battle_entry_queue on battle_entry (joined_at) where status = 'QUEUED';
create unique index battle_entry_seat on battle_entry (room_id, seat) where room_id is not null;
create index battle_entry_unmatched on battle_entry (user_id, ended_at desc, id desc)
  where room_id is null and ended_at is not null;
create index battle_entry_history on battle_entry (user_id, ended_at desc) where result is not null;

-- All inputs of a battle, in order; replaying them rebuilds the battle. A page contains the inputs of one write. Page
-- numbers are unique, so if two processes host the same battle, the write of one is refused.
create table battle_journal_page (
  room_id         uuid not null references battle_room,
  page_number     integer not null check (page_number >= 1),
  host_process_id uuid not null,
  inputs          jsonb not null,
  primary key (room_id, page_number)
);

-- The Glicko-2 rating of a user and the numbers of won, lost and drawn battles.
create table battle_rating (
  user_id    uuid primary key references user_account,
  rating     double precision not null,
  deviation  double precision not null check (deviation > 0),
  volatility double precision not null check (volatility > 0),
  wins       integer not null default 0,
  losses     integer not null default 0,
  draws      integer not null default 0,
  played_at  timestamptz not null
) with (fillfactor = 80);
