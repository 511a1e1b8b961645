-- Badge definitions and the progress of users.

-- The badges: text, a rule, a required number and an image. Twelve are built in; others come from content packs or
-- administrators. A definition is never deleted, because users may have completed it.
create table badge_definition (
  badge_type        text primary key
    check (badge_type ~ '^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$' and length(badge_type) between 3 and 40),
  -- The display order.
  position          bigint generated always as identity unique,
  origin            text not null check (origin in ('BUILT_IN', 'ADMIN', 'PACK')),
  -- The content pack that it belongs to.
  pack_id           text check ((pack_id is not null) = (origin = 'PACK')),
  status            text not null check (status in ('DRAFT', 'PUBLISHED', 'ARCHIVED')),
  name              text not null check (length(name) between 1 and 80),
  description       text not null check (length(description) between 1 and 300),
  -- The code defines the kinds. A process ignores badges of a kind that it does not know.
  rule_kind         text not null,
  required_progress integer not null check (required_progress between 1 and 1000000),
  -- The key in storage; null for a badge with a built-in or no image.
  picture_key       text,
  -- Incremented by every change, so that an edit of an older version is refused.
  version           integer not null default 1 check (version >= 1),
  created_at        timestamptz not null,
  updated_at        timestamptz not null
);
-- The column names of the code.
create view badge_definition_row as
  select badge_type as type, position, origin, pack_id as "packId", status, name, description, rule_kind as "ruleKind",
    required_progress as "requiredProgress", picture_key as "pictureKey", version, created_at as "createdAt",
    updated_at as "updatedAt"
  from badge_definition;

-- The built-in badges, in display order.
insert into badge_definition (badge_type, origin, status, name, description, rule_kind, required_progress,
  created_at, updated_at)
select badge_type, 'BUILT_IN', 'PUBLISHED', name, description, rule_kind, required_progress, now(), now()
from (values
  (1, 'FIRST_STEPS', 'First Steps', 'Complete your first lesson.', 'LESSONS_COMPLETED', 1),
  (2, 'QUIZ_MASTER', 'Quiz Master', 'Answer 50 practice questions right at the first try.', 'QUESTIONS_RIGHT', 50),
  (3, 'PERFECT_SCORE', 'Perfect Score', 'Complete 5 lessons with every answer right.', 'PERFECT_LESSONS', 5),
  (4, 'SEVEN_DAY_STREAK', 'Seven-Day Streak', 'Learn on 7 days in a row.', 'STREAK_DAYS', 7),
  (5, 'THIRTY_DAY_STREAK', 'Thirty-Day Streak', 'Learn on 30 days in a row.', 'STREAK_DAYS', 30),
  (6, 'COURSE_EXPLORER', 'Course Explorer', 'Complete 3 courses.', 'COURSES_COMPLETED', 3),
  (7, 'PATHFINDER', 'Pathfinder', 'Complete every course of a learning path.', 'PATHS_COMPLETED', 1),
  (8, 'NIGHT_OWL', 'Night Owl', 'Complete a lesson between 22:00 and 04:00 on 5 nights.', 'NIGHTS_LEARNED', 5),
  (9, 'PROJECT_BUILDER', 'Project Builder', 'Pass a capstone project.', 'PROJECTS_PASSED', 1),
  (10, 'BATTLE_CHAMPION', 'Battle Champion', 'Win 10 quiz battles.', 'BATTLES_WON', 10),
  (11, 'CONTEST_WINNER', 'Contest Winner', 'Win a contest.', 'CONTESTS_WON', 1),
  (12, 'SOCIAL_BUTTERFLY', 'Social Butterfly', 'Invite 3 friends who complete their first course.', 'REFERRALS_QUALIFIED', 3)
) as badge (position, badge_type, name, description, rule_kind, required_progress)
order by position;

-- The progress of each user towards each badge. A completed badge is minted as a token.
create table badge_progress (
  user_id          uuid not null references user_account,
  badge_type       text not null,
  current_progress integer not null default 0 check (current_progress >= 0),
  completed_at     timestamptz,
  token_id         text,
  contract_address text,
  minted_at        timestamptz,
  -- The mint in progress, the failed mints before it, and the earliest time of the next one.
  mint_started_at  timestamptz,
  mint_failures    integer not null default 0,
  mint_retry_at    timestamptz,
  -- The reference of the chain transaction that mints this badge together with others.
  mint_batch       text,
  primary key (user_id, badge_type)
) with (fillfactor = 80);
create index badge_progress_mint_due on badge_progress (mint_retry_at)
  where completed_at is not null and minted_at is null and mint_started_at is null;
create index badge_progress_mint_batch on badge_progress (mint_batch) where mint_batch is not null and minted_at is null;
-- The age of the oldest completed badge without a token, for metrics.
create index badge_progress_unminted on badge_progress (completed_at) where completed_at is not null and minted_at is null;

-- The gas that mints of a day (UTC) were given, so that badges do not use up what certificates and payments need.
create table badge_mint_day (
  day date primary key,
  gas bigint not null check (gas >= 0)
);

-- Items that counted for a badge (a lesson, a course, a night), so that each counts once. A completed badge stores no
-- further items.
create table badge_counted_item (
  user_id    uuid not null references user_account,
  badge_type text not null,
  item       text not null,
  primary key (user_id, badge_type, item)
);
