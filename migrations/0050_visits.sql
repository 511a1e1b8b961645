-- Visits of the public pages by day (UTC), of browsers without a session. No row names a visitor.
create table visit_daily_stat (
  day date primary key,
  visits bigint not null check (visits >= 0)
);
