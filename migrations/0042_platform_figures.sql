-- Stats of the platform, counted by jobs. No row names a user.

-- How far each count has come: an id, or a day. Its row is locked while a worker counts.
create table platform_stat_cursor (
  name     text primary key,
  position text not null
);

-- Learners with an activity on a day of their own calendar, by the days since their activity before: 0 for the first one ever,
-- 30 for 30 or more. Active learners of 7 and 30 days are sums of these rows: a learner counts with the first activity in them.
create table active_learner_stat (
  day      date not null,
  gap_days smallint not null check (gap_days between 0 and 30),
  learners integer not null check (learners > 0),
  primary key (day, gap_days)
);

-- The users who signed up on a day of their own calendar, how many of them learned 1, 7 and 30 days later (null: that day is not
-- over), and how many reached each step within 90 days.
create table sign_up_cohort (
  day               date primary key,
  users             integer not null,
  day_1             integer,
  day_7             integer,
  day_30            integer,
  first_lesson      integer not null,
  first_course      integer not null,
  first_certificate integer not null,
  counted_at        timestamptz not null
);

-- Lesson completions of a day (UTC) and the time that the app reported for them.
create table learning_daily_stat (
  day     date primary key,
  lessons bigint not null,
  seconds bigint not null
);

-- Credits and debits of a day (UTC) by kind of account and reason.
create table ledger_daily_stat (
  asset        text not null,
  account_kind text not null,
  day          date not null,
  reason       text not null,
  credited     bigint not null check (credited >= 0),
  debited      bigint not null check (debited >= 0),
  primary key (asset, account_kind, day, reason)
);

-- Payment orders that were completed on a day (UTC), and completed orders that were reversed on it. Amounts are in smallest units.
create table order_daily_stat (
  day             date not null,
  direction       text not null,
  provider        text not null,
  asset           text not null,
  currency        text not null,
  orders          bigint not null,
  amount          bigint not null,
  fees            bigint not null,
  reversed        bigint not null,
  reversed_amount bigint not null,
  primary key (day, direction, provider, asset, currency)
);

-- Battles that began on a day (UTC) and have ended.
create table battle_daily_stat (
  day     date not null,
  kind    text not null,
  outcome text not null,
  battles integer not null,
  -- The gems that both players staked.
  staked  bigint not null,
  primary key (day, kind, outcome)
);
