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
  freezes        integer not null default 0 check (freezes between 0 and 2)
) with (fillfactor = 80);
-- Notifications find streaks at risk by time zone.
create index streak_by_time_zone on streak (last_time_zone, last_day, user_id) where current_days > 0;

-- The calendar: days that count and days that a freeze covered.
create table streak_day (
  user_id uuid not null references user_account,
  day     date not null,
  status  text not null check (status in ('DONE', 'FROZEN')),
  primary key (user_id, day)
);
