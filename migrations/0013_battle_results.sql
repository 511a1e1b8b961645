-- XP from battles per day (UTC), for the daily cap.
create table battle_daily_xp (
  user_id uuid not null references user_account,
  day     date not null,
  xp      integer not null check (xp >= 0),
  primary key (user_id, day)
) with (fillfactor = 80);
-- For retention.
create index battle_daily_xp_day on battle_daily_xp (day);
