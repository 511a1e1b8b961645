-- Streaks and their calendar.

-- A run of consecutive days with a learning activity, in the calendar of the user's time zone.
create table streak (
  user_id        uuid primary key references user_account,
  current_days   integer not null default 0 check (current_days >= 0),
  longest_days   integer not null default 0 check (longest_days >= current_days),
  started_on     date,
  last_day       date,
  last_at        timestamptz,
  last_time_zone text,
  freezes        integer not null default 0 check (freezes between 0 and 2),
  -- The last streak that ended, until it is repaired.
  lost_days       integer not null default 0 check (lost_days >= 0),
  lost_started_on date,
  lost_last_day   date,
  lost_at         timestamptz,
  repaired_on     date,
  check ((lost_days = 0) = (lost_at is null))
) with (fillfactor = 80);
-- Notifications find streaks at risk by time zone.
create index streak_by_time_zone on streak (last_time_zone, last_day, user_id) where current_days > 0;

-- The calendar: days that count, and days that a freeze or a repair covered.
create table streak_day (
  user_id uuid not null references user_account,
  day     date not null,
  status  text not null check (status in ('DONE', 'FROZEN', 'REPAIRED')),
  primary key (user_id, day)
);
-- Finds the learners of a day, for the stats of the platform.
create index streak_day_of_day on streak_day (day, user_id) where status = 'DONE';
