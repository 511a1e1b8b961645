-- Quiz battles: who waits and plays, what was played, and the ratings.

-- Processes that keep battles. One that is silent for too long is taken for dead, and its battles are taken up.
create table battle_process (
  id          uuid primary key,
  -- By its own clock, which is also the clock of its battles.
  heartbeat_at     timestamptz not null,
  -- By the clock of the database, which is the same for all.
  lease_expires_at timestamptz not null
);

create table battle_room (
  id              uuid primary key,
  kind            text not null check (kind in ('QUEUE', 'FRIEND', 'REMATCH', 'BOT')),
  state           text not null check (state in ('WAITING', 'IN_PROGRESS', 'FINISHED', 'ABANDONED', 'CANCELLED')),
  topic_id        uuid references topic,
  -- Of each player.
  stake           bigint not null check (stake >= 0),
  -- Decides the order of options and what a bot does. Nobody is told.
  seed            uuid not null,
  question_ids    uuid[],
  bot_difficulty  text check (bot_difficulty in ('EASY', 'MEDIUM', 'HARD')),
  -- What friends tell each other.
  code            text check (code ~ '^\d{6}$'),
  start_deadline     timestamptz not null,
  host_process_id        uuid,
  created_at      timestamptz not null,
  ended_at        timestamptz,
  reason          text check (reason in ('COMPLETED', 'FORFEIT', 'ABANDONED', 'CANCELLED')),
  bot_score       integer,
  rematch_by      uuid references user_account,
  rematch_room_id uuid references battle_room,
  check ((kind = 'BOT') = (bot_difficulty is not null)),
  check (bot_difficulty is null or stake = 0),
  check ((state in ('FINISHED', 'ABANDONED', 'CANCELLED')) = (ended_at is not null)),
  check ((ended_at is null) = (reason is null))
) with (fillfactor = 80);
create index battle_room_open on battle_room (start_deadline) where ended_at is null;
create unique index battle_room_code on battle_room (code) where ended_at is null and code is not null;
-- Whether a code was ever used is asked for every wrong one.
create index battle_room_any_code on battle_room (code) where code is not null;

-- A user's place: from the queue, a code or a call for a bot, to the end of the battle. Its stake is in the escrow
-- account 'battle:<id>' for as long as it is live.
create table battle_entry (
  id            uuid primary key,
  user_id       uuid not null references user_account,
  -- Under which the ticket was given: it is worth no more than the session is.
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
  -- What came of it.
  score         integer,
  correct_count integer,
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
-- Nobody waits twice, plays twice, or waits while playing.
create unique index battle_entry_one_live on battle_entry (user_id) where is_live;
create index battle_entry_queue on battle_entry (joined_at) where status = 'QUEUED';
create unique index battle_entry_seat on battle_entry (room_id, seat) where room_id is not null;
create index battle_entry_history on battle_entry (user_id, ended_at desc) where result is not null;

-- Everything that moved a battle, in its order: whoever reads it has the battle. A page is what was written at once;
-- its number is given once, so of two processes that both think that the battle is theirs, one is refused.
create table battle_journal_page (
  room_id  uuid not null references battle_room,
  page_number integer not null check (page_number >= 1),
  host_process_id uuid not null,
  inputs   jsonb not null,
  primary key (room_id, page_number)
);

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

-- XP from battles on a day (UTC), because there is a cap.
create table battle_daily_xp (
  user_id uuid not null references user_account,
  day     date not null,
  xp      integer not null check (xp >= 0),
  primary key (user_id, day)
) with (fillfactor = 80);
