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

-- Things that count once for a badge (a lesson at night, a course of a path), so that repeating them does not.
create table badge_mark (
  user_id    uuid not null references user_account,
  badge_type text not null,
  mark       text not null,
  primary key (user_id, badge_type, mark)
);

-- XP earned in a period: ISO weeks, calendar months (both UTC), and all time (starts_on 'epoch').
create table period_score (
  period     text not null check (period in ('week', 'month', 'all-time')),
  starts_on  date not null,
  user_id    uuid not null references user_account,
  xp         bigint not null check (xp > 0),
  -- When this XP was reached: of two with the same XP the first stands higher.
  reached_at timestamptz not null,
  is_hidden  boolean not null default false,
  primary key (period, starts_on, user_id)
) with (fillfactor = 80);
create index period_score_order on period_score (period, starts_on, xp desc, reached_at, user_id) where not is_hidden;

create table leaderboard_opt_out (
  user_id      uuid primary key references user_account,
  opted_out_at timestamptz not null
);
