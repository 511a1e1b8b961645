-- Referral codes, invited users and rejected invitations.

-- One code per user, and what the user earned by inviting.
create table referral_code (
  user_id            uuid primary key references user_account,
  code               text not null unique check (code ~ '^[2-9A-HJ-NP-Z]{8}$'),
  created_at         timestamptz not null,
  invited_count      integer not null default 0 check (invited_count >= 0),
  bonus_count        integer not null default 0 check (bonus_count >= 0),
  last_bonus_on      date,
  bonus_count_on_day integer not null default 0 check (bonus_count_on_day >= 0),
  gems_earned        bigint not null default 0,
  xp_earned          bigint not null default 0
);

-- Every registered user, with the inviter if there is one.
create table referral_member (
  user_id         uuid primary key references user_account,
  joined_at       timestamptz not null,
  -- Keyed digests of device and network at registration, to detect users with the same origin.
  device_digest   bytea,
  address_digest  bytea,
  inviter_id      uuid references user_account check (inviter_id <> user_id),
  invited_at      timestamptz,
  first_course_at timestamptz,
  last_lesson_at  timestamptz,
  -- The last day (UTC) with a first answer to a question, its answers, and the earlier days with enough right ones.
  last_answer_on  date,
  answers_on_day  integer not null default 0,
  right_on_day    integer not null default 0 check (right_on_day between 0 and answers_on_day),
  learning_days   smallint not null default 0 check (learning_days between 0 and 2),
  -- The outcome of the inviter's bonus. Null until the first course is completed.
  bonus           text check (bonus in ('PAID', 'DAILY_CAP', 'TOTAL_CAP', 'INVITER_INACTIVE')),
  check ((last_answer_on is null) = (answers_on_day = 0)),
  check ((inviter_id is null) = (invited_at is null)),
  check (bonus is null or (inviter_id is not null and first_course_at is not null))
) with (fillfactor = 80);
create index referral_member_inviter on referral_member (inviter_id, user_id desc) where inviter_id is not null;
create index referral_member_active on referral_member (inviter_id, last_lesson_at) where inviter_id is not null;

-- How many invited users have the same device or network. The digest does not identify a user.
create table referral_origin (
  origin_digest         bytea primary key,
  uses                  integer not null default 0 check (uses >= 0),
  cap_window_started_at timestamptz not null
);

-- Invitations that a rule rejected.
create table referral_rejection (
  user_id    uuid not null references user_account,
  inviter_id uuid not null references user_account,
  reason     text not null check (reason in ('SELF', 'CYCLE', 'SAME_DEVICE', 'SAME_ADDRESS')),
  attempts   integer not null default 1,
  first_at   timestamptz not null,
  last_at    timestamptz not null,
  primary key (user_id, inviter_id, reason)
);
