-- Twelve badges: how far each user has come.
create table badge_progress (
  user_id          uuid not null references user_account,
  badge_type       text not null,
  current_progress integer not null default 0 check (current_progress >= 0),
  completed_at     timestamptz,
  token_id         text,
  contract_address text,
  minted_at        timestamptz,
  primary key (user_id, badge_type)
) with (fillfactor = 80);

-- What has counted for a badge (a lesson, a course, a night), so that it counts once. No more are written when
-- the badge is completed.
create table badge_mark (
  user_id    uuid not null references user_account,
  badge_type text not null,
  mark       text not null,
  primary key (user_id, badge_type, mark)
);

-- XP earned in a period: ISO weeks, calendar months (both UTC), and all time (starts_on 'epoch'). The row of all
-- time is the one that whoever changes a user's scores locks first, and the one that knows whether the user is
-- hidden: one who is hidden before the first award has a row of 0 XP there.
create table period_score (
  user_id    uuid not null references user_account,
  period     text not null check (period in ('week', 'month', 'all-time')),
  starts_on  date not null,
  xp         bigint not null check (xp > 0 or (xp = 0 and is_hidden and period = 'all-time')),
  -- When this XP was reached: of two with the same XP the first stands higher.
  reached_at timestamptz not null,
  is_hidden  boolean not null default false,
  primary key (user_id, period, starts_on)
) with (fillfactor = 80);
-- With -xp all of the order goes one way, so that "everybody from here to there" is one range of the index.
create index period_score_order on period_score (period, starts_on, (-xp), reached_at, user_id) include (xp)
  where not is_hidden;

-- Why a user is not shown. Shown again when no reason is left.
create table leaderboard_absence (
  user_id uuid not null references user_account,
  reason  text not null check (reason in ('OPTED_OUT', 'SUSPENDED', 'DELETED')),
  since   timestamptz not null,
  primary key (user_id, reason)
);

-- A board that has been counted: how many are on it, and since when there is anybody.
create table leaderboard_board (
  period         text not null,
  starts_on      date not null,
  members        bigint not null default 0 check (members >= 0),
  first_award_at timestamptz,
  primary key (period, starts_on)
);

-- Places on a board, every few hundred users, with the number of users who stand before them.
create table leaderboard_milestone (
  period     text not null,
  starts_on  date not null,
  xp         bigint not null,
  reached_at timestamptz not null,
  user_id    uuid not null,
  ahead      bigint not null check (ahead >= 0)
) with (fillfactor = 50);
create unique index leaderboard_milestone_order on leaderboard_milestone
  (period, starts_on, (-xp), reached_at, user_id);

-- Who left a place and came to another since boards and milestones were counted. Written with the score itself, and
-- deleted by what counts it: so score = counted + moves, in every snapshot of the database.
create table score_move (
  period    text not null,
  starts_on date not null,
  id        bigint generated always as identity,
  user_id   uuid not null,
  left_xp   bigint,
  left_at   timestamptz,
  came_xp   bigint,
  came_at   timestamptz,
  primary key (period, starts_on, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
