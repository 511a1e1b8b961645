-- The question pool, the catalog and the progress of users.

-- For matching goals with paths despite accents and spelling errors. Both are trusted extensions: the owner of a
-- database may create them.
create extension if not exists pg_trgm;
create extension if not exists unaccent;

create table topic (
  id    uuid primary key,
  key   text not null unique,
  title text not null
);

-- PRACTICE questions are shown with their answers in lessons. CHALLENGE questions are for contests and battles; their
-- answers leave the server only after the result is final.
create table question (
  id            uuid primary key,
  key           text not null unique,
  topic_id      uuid not null references topic,
  use           text not null check (use in ('PRACTICE', 'CHALLENGE')),
  difficulty    text not null check (difficulty in ('EASY', 'MEDIUM', 'HARD')),
  prompt        text not null,
  options       text[] not null check (cardinality(options) between 2 and 8),
  correct_index integer not null check (correct_index >= 0 and correct_index < cardinality(options)),
  explanation   text not null,
  archived_at   timestamptz
);
create index question_pool on question (topic_id, use, difficulty) where archived_at is null;

create table course (
  id           uuid primary key,
  key          text not null unique,
  title        text not null,
  description  text not null,
  category     text not null,
  level        text not null check (level in ('BEGINNER', 'INTERMEDIATE', 'ADVANCED')),
  is_premium   boolean not null default false,
  cover_key    text,
  skills       text[] not null default '{}',
  topic_id     uuid not null references topic,
  bonus_xp     integer not null check (bonus_xp >= 0),
  bonus_gems   integer not null check (bonus_gems >= 0),
  project      jsonb,
  position     integer not null default 0,
  archived_at  timestamptz,
  updated_at   timestamptz not null
);

create table lesson (
  id          uuid primary key,
  course_id   uuid not null references course,
  key         text not null,
  title       text not null,
  position    integer not null check (position >= 1),
  xp_reward   integer not null check (xp_reward >= 0),
  gem_reward  integer not null check (gem_reward >= 0),
  slides      jsonb not null,
  archived_at timestamptz,
  unique (course_id, key)
);
create index lesson_of_course on lesson (course_id, position) where archived_at is null;

create table learning_path (
  id          uuid primary key,
  key         text not null unique,
  title       text not null,
  description text not null,
  category    text not null,
  kind        text not null check (kind in ('FOUNDATION', 'SPECIALIZATION')),
  is_premium  boolean not null default false,
  skills      text[] not null default '{}',
  synonyms    text[] not null default '{}',
  position    integer not null default 0,
  archived_at timestamptz
);

create table learning_path_course (
  path_id   uuid not null references learning_path,
  course_id uuid not null references course,
  position  integer not null,
  primary key (path_id, course_id)
);

create table enrollment (
  id                uuid primary key,
  user_id           uuid not null references user_account,
  course_id         uuid not null references course,
  enrolled_at       timestamptz not null,
  completed_at      timestamptz,
  unique (user_id, course_id)
);
create index enrollment_of_user on enrollment (user_id, enrolled_at desc);

create table lesson_completion (
  id                 uuid primary key,
  user_id            uuid not null references user_account,
  lesson_id          uuid not null references lesson,
  course_id          uuid not null references course,
  completed_at       timestamptz not null,
  time_spent_seconds integer,
  -- The score that the client reports. It has no effect on rewards.
  claimed_score      integer,
  unique (user_id, lesson_id)
);
create index lesson_completion_of_course on lesson_completion (user_id, course_id);

-- The first answer of a user to a practice question. The verified score is calculated from these rows.
create table lesson_answer (
  user_id         uuid not null references user_account,
  question_id     uuid not null references question,
  lesson_id       uuid not null references lesson,
  selected_option integer not null,
  is_correct      boolean not null,
  answered_at     timestamptz not null,
  primary key (user_id, question_id)
);
create index lesson_answer_of_lesson on lesson_answer (user_id, lesson_id);

create table roadmap (
  user_id     uuid primary key references user_account,
  career_goal text not null,
  status      text not null check (status in ('generating', 'completed', 'failed')),
  foundation_paths     jsonb not null default '[]',
  specialization_paths jsonb not null default '[]',
  created_at  timestamptz not null
);

-- The current version of the catalog. Processes compare the version of their cache with it.
create table catalog_version (
  only_row boolean primary key default true check (only_row),
  version  bigint not null
);
insert into catalog_version (version) values (0);
