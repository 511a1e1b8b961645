-- The weekly league. A learner joins with the first XP of a week, in a group of at most 30 learners of the same division.

create table league_week (
  starts_on date primary key check (extract(isodow from starts_on) = 1),
  -- Set when the results are stored. A closed week never changes.
  closed_at timestamptz
);
create index league_week_open on league_week (starts_on) where closed_at is null;

create table league_member (
  user_id      uuid not null references user_account (id),
  starts_on    date not null,
  -- The first XP of the week, which orders the entries.
  joined_at    timestamptz not null,
  -- Null until a group is assigned. Entries 1 to 30 of a division are its first group, 31 to 60 the second, and so on, so that
  -- the unique constraint also limits the size of groups.
  division     smallint check (division between 1 and 7),
  entry_number integer check (entry_number > 0),
  -- Null until the week is closed. The rank is null if the learner was hidden then, or had no XP any more.
  outcome      text check (outcome in ('ROSE', 'STAYED', 'FELL')),
  final_rank   smallint,
  final_size   smallint,
  final_xp     bigint,
  primary key (user_id, starts_on),
  unique (starts_on, division, entry_number),
  check ((division is null) = (entry_number is null)),
  check (outcome is null or division is not null)
);
-- Learners without a group, and groups without a result.
create index league_member_open on league_member (starts_on, division, entry_number) where outcome is null;

-- Who has learned this week joins with the upgrade.
insert into league_member (user_id, starts_on, joined_at)
select user_id, starts_on, reached_at from period_score
where period = 'week' and starts_on = date_trunc('week', now() at time zone 'UTC')::date and not is_hidden;

insert into league_week (starts_on) select distinct starts_on from league_member;

alter table notification drop constraint notification_type_check;
alter table notification add constraint notification_type_check check (type in ('STREAK_MILESTONE', 'STREAK_AT_RISK',
  'BADGE_EARNED', 'CERTIFICATE_READY', 'CONTEST_STARTING', 'CONTEST_RESULT', 'BATTLE_RESULT', 'LEAGUE_RESULT', 'PROJECT_ASSESSED',
  'REFERRAL_BONUS', 'PAYMENT_UPDATE', 'SUBSCRIPTION_UPDATE', 'COURSE_CHANGED', 'ANNOUNCEMENT', 'SYSTEM')) not valid;
alter table notification validate constraint notification_type_check;
