-- Leaderboards by XP.

-- XP earned in a period: ISO weeks, calendar months (both UTC), and all time (starts_on 'epoch'). Every change of a
-- user's scores locks the all-time row first. That row also stores whether the user is hidden; a user who is hidden
-- before the first award has an all-time row with 0 XP.
create table period_score (
  user_id    uuid not null references user_account,
  period     text not null check (period in ('week', 'month', 'all-time')),
  starts_on  date not null,
  xp         bigint not null check (xp > 0 or (xp = 0 and is_hidden and period = 'all-time')),
  -- The first user to reach the same XP ranks higher.
  reached_at timestamptz not null,
  is_hidden  boolean not null default false,
  primary key (user_id, period, starts_on)
) with (fillfactor = 80);
-- With -xp all columns sort in one direction, so that a range of ranks is one range of the index.
create index period_score_order on period_score (period, starts_on, (-xp), reached_at, user_id) include (xp)
  where not is_hidden;

-- The reasons to hide a user on the boards. A user without a reason is shown.
create table leaderboard_hidden_user (
  user_id   uuid not null references user_account,
  reason    text not null check (reason in ('OPTED_OUT', 'SUSPENDED', 'DELETED')),
  hidden_at timestamptz not null,
  primary key (user_id, reason)
);

-- A board with its number of users and its first award, without pending score changes.
create table leaderboard (
  period         text not null,
  starts_on      date not null,
  members        bigint not null default 0 check (members >= 0),
  first_award_at timestamptz,
  primary key (period, starts_on)
);

-- Positions on a board, every few hundred users, with the number of users ahead, without pending score changes.
create table leaderboard_rank_index (
  period      text not null,
  starts_on   date not null,
  xp          bigint not null,
  reached_at  timestamptz not null,
  user_id     uuid not null,
  users_ahead bigint not null check (users_ahead >= 0)
) with (fillfactor = 50);
create unique index leaderboard_rank_index_order on leaderboard_rank_index
  (period, starts_on, (-xp), reached_at, user_id);

-- Score changes that are not yet in the board and the rank index. The statement that writes a score inserts its change,
-- and the statement that compacts it deletes it. So index + pending changes = scores in every snapshot.
create table leaderboard_score_change (
  period         text not null,
  starts_on      date not null,
  id             bigint generated always as identity,
  user_id        uuid not null,
  old_xp         bigint,
  old_reached_at timestamptz,
  new_xp         bigint,
  new_reached_at timestamptz,
  primary key (period, starts_on, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- The position of a user on a board and the number of users on it: the users ahead of the nearest index entry, plus
-- those between the entry and the user. Exact for any state of the index: without an entry it counts all users ahead.
-- Always one row; a hidden user and a user without XP have no rank.
create function leaderboard_position(wanted_period text, wanted_start date, wanted_user uuid)
returns table (members integer, first_award_at timestamptz, xp bigint, reached_at timestamptz, rank integer)
language sql stable as $$
  select (coalesce(board.members, 0) + change.added - change.removed)::integer,
    least(board.first_award_at, change.first_at), score.xp, score.reached_at,
    case when not score.is_hidden then (coalesce(nearest.users_ahead, 0) + change.shift + between_them.members + 1)::integer end
  from (values (0)) one_row
  left join leaderboard board on board.period = wanted_period and board.starts_on = wanted_start
  left join period_score score
    on score.user_id = wanted_user and score.period = wanted_period and score.starts_on = wanted_start
  left join lateral (
    select entry.xp, entry.reached_at, entry.user_id, entry.users_ahead from leaderboard_rank_index entry
    where entry.period = wanted_period and entry.starts_on = wanted_start
      and (-entry.xp, entry.reached_at, entry.user_id) <= (-score.xp, score.reached_at, score.user_id)
    order by -entry.xp desc, entry.reached_at desc, entry.user_id desc limit 1
  ) nearest on true
  cross join lateral (
    select count(new_xp) as added, count(old_xp) as removed, min(new_reached_at) as first_at,
      count(*) filter (where (-new_xp, new_reached_at, user_id) < (-nearest.xp, nearest.reached_at, nearest.user_id))
      - count(*) filter (where (-old_xp, old_reached_at, user_id) < (-nearest.xp, nearest.reached_at, nearest.user_id)) as shift
    from leaderboard_score_change where period = wanted_period and starts_on = wanted_start
  ) change
  cross join lateral (
    select count(*) as members from period_score other
    where other.period = wanted_period and other.starts_on = wanted_start and not other.is_hidden
      and (-other.xp, other.reached_at, other.user_id) < (-score.xp, score.reached_at, score.user_id)
      and (-other.xp, other.reached_at, other.user_id) >= (coalesce(-nearest.xp, -9223372036854775807),
        coalesce(nearest.reached_at, '-infinity'), coalesce(nearest.user_id, '00000000-0000-0000-0000-000000000000'))
  ) between_them
$$;
