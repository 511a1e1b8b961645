-- The time zones that the account had before the current one, oldest first:
-- [{"zone": "Africa/Nairobi", "until": "2026-11-02T08:00:00.000Z"}]. They give the day of an activity that arrives late.
alter table user_account add column earlier_time_zones jsonb default '[]' not null;
create index user_account_earlier_time_zone on user_account ((earlier_time_zones -> 0 ->> 'until'))
  where earlier_time_zones <> '[]';
