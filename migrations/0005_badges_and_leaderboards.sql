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
create table badge_counted_item (
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
create table leaderboard_hidden_user (
  user_id uuid not null references user_account,
  reason  text not null check (reason in ('OPTED_OUT', 'SUSPENDED', 'DELETED')),
  since   timestamptz not null,
  primary key (user_id, reason)
);

-- A board that has been counted: how many are on it, and since when there is anybody.
create table leaderboard (
  period         text not null,
  starts_on      date not null,
  members        bigint not null default 0 check (members >= 0),
  first_award_at timestamptz,
  primary key (period, starts_on)
);

-- Places on a board, every few hundred users, with the number of users who stand before them.
create table leaderboard_rank_index (
  period     text not null,
  starts_on  date not null,
  xp         bigint not null,
  reached_at timestamptz not null,
  user_id    uuid not null,
  ahead      bigint not null check (ahead >= 0)
) with (fillfactor = 50);
create unique index leaderboard_rank_index_order on leaderboard_rank_index
  (period, starts_on, (-xp), reached_at, user_id);

-- Who left a place and came to another since boards and milestones were counted. Written with the score itself, and
-- deleted by what counts it: so score = counted + moves, in every snapshot of the database.
create table leaderboard_score_change (
  period    text not null,
  starts_on date not null,
  id        bigint generated always as identity,
  user_id   uuid not null,
  old_xp   bigint,
  old_reached_at   timestamptz,
  new_xp   bigint,
  new_reached_at   timestamptz,
  primary key (period, starts_on, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- Where a user stands on a board, and how many are on it: those before the nearest milestone, plus those between it
-- and the user. Exact, whatever has been counted so far: with no milestone at all everybody before the user is
-- between. Always one row; one who is hidden or has earned nothing has no rank.
create function leaderboard_position(wanted_period text, wanted_start date, wanted_user uuid)
returns table (members integer, first_award_at timestamptz, xp bigint, reached_at timestamptz, rank integer)
language sql stable as $$
  select (coalesce(board.members, 0) + moved.came - moved.went)::integer,
    least(board.first_award_at, moved.first_at), score.xp, score.reached_at,
    case when not score.is_hidden then (coalesce(milestone.ahead, 0) + moved.shift + between_them.members + 1)::integer end
  from (values (0)) always
  left join leaderboard board on board.period = wanted_period and board.starts_on = wanted_start
  left join period_score score
    on score.user_id = wanted_user and score.period = wanted_period and score.starts_on = wanted_start
  left join lateral (
    select m.xp, m.reached_at, m.user_id, m.ahead from leaderboard_rank_index m
    where m.period = wanted_period and m.starts_on = wanted_start
      and (-m.xp, m.reached_at, m.user_id) <= (-score.xp, score.reached_at, score.user_id)
    order by -m.xp desc, m.reached_at desc, m.user_id desc limit 1
  ) milestone on true
  cross join lateral (
    select count(new_xp) as came, count(old_xp) as went, min(new_reached_at) as first_at,
      count(*) filter (where (-new_xp, new_reached_at, user_id) < (-milestone.xp, milestone.reached_at, milestone.user_id))
      - count(*) filter (where (-old_xp, old_reached_at, user_id) < (-milestone.xp, milestone.reached_at, milestone.user_id)) as shift
    from leaderboard_score_change where period = wanted_period and starts_on = wanted_start
  ) moved
  cross join lateral (
    select count(*) as members from period_score other
    where other.period = wanted_period and other.starts_on = wanted_start and not other.is_hidden
      and (-other.xp, other.reached_at, other.user_id) < (-score.xp, score.reached_at, score.user_id)
      and (-other.xp, other.reached_at, other.user_id) >= (coalesce(-milestone.xp, -9223372036854775807),
        coalesce(milestone.reached_at, '-infinity'), coalesce(milestone.user_id, '00000000-0000-0000-0000-000000000000'))
  ) between_them
$$;
