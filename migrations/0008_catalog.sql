-- The catalog: courses, lessons and learning paths.

-- Courses. `key` identifies a course in content packs.
create table course (
  id            uuid primary key,
  key           text not null unique,
  title         text not null,
  description   text not null,
  category      text not null,
  level         text not null check (level in ('BEGINNER', 'INTERMEDIATE', 'ADVANCED')),
  is_premium    boolean not null default false,
  cover_key     text,
  skills        text[] not null default '{}',
  topic_id      uuid not null references topic,
  bonus_xp      integer not null check (bonus_xp >= 0),
  bonus_gems    integer not null check (bonus_gems >= 0),
  -- The capstone project.
  project       jsonb,
  -- The rules of the course test: how many questions it asks, the pass mark, and whether a certificate needs it.
  test          jsonb not null
    default '{"questionCount": 8, "passPercent": 80, "isRequiredForCertificate": false}',
  -- What its lessons require unless they say something else: 0 an answer to every question, 1 to 100 that share of right
  -- answers in per cent. Null for nothing.
  required_score integer check (required_score between 0 and 100),
  position      integer not null default 0,
  archived_at   timestamptz,
  updated_at    timestamptz not null,
  -- A draft is also archived, so that only authors see it.
  is_draft      boolean not null default false check (not is_draft or archived_at is not null),
  -- A version of the capstone project that is not published.
  project_draft jsonb,
  -- The users who wrote the course, its lessons or its project. It pays them nothing.
  author_ids    uuid[] not null default '{}'
);

-- Lessons of a course.
create table lesson (
  id          uuid primary key,
  course_id   uuid not null references course,
  key         text not null,
  title       text not null,
  position    integer not null check (position >= 1),
  xp_reward   integer not null check (xp_reward >= 0),
  gem_reward  integer not null check (gem_reward >= 0),
  slides      jsonb not null,
  -- The same for this lesson. Null: as the course says.
  required_score integer check (required_score between 0 and 100),
  archived_at timestamptz,
  -- A draft is also archived, so that only authors see it.
  is_draft    boolean not null default false check (not is_draft or archived_at is not null),
  unique (course_id, key)
);
create index lesson_of_course on lesson (course_id, position) where archived_at is null;

-- Ordered lists of courses. `synonyms` are further words that match a career goal.
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
  archived_at timestamptz,
  -- A draft is also archived, so that only authors see it.
  is_draft    boolean not null default false check (not is_draft or archived_at is not null)
);

-- The courses of a learning path, in order.
create table learning_path_course (
  path_id   uuid not null references learning_path,
  course_id uuid not null references course,
  position  integer not null,
  primary key (path_id, course_id)
);

-- The current version of the catalog. Processes compare the version of their cache with it.
create table catalog_version (
  only_row boolean primary key default true check (only_row),
  version  bigint not null
);
insert into catalog_version (version) values (0);
