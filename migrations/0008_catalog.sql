-- The catalog: courses, lessons and learning paths.

-- Subjects of courses and paths, with their titles by language. Content packs may add further ones.
create table category (
  key      text primary key check (key ~ '^[A-Z][A-Z0-9_]{0,39}$'),
  titles   jsonb not null check (titles ? 'en'),
  position integer not null,
  -- The content pack that it belongs to; others may use it. Null for the built-in ones.
  pack_id  text
);
insert into category (key, titles, position) values
  ('BLOCKCHAIN', '{"en": "Blockchain", "fr": "Blockchain", "pt": "Blockchain", "sw": "Blockchain", "ar": "البلوكتشين"}', 1),
  ('WEB', '{"en": "Web", "fr": "Web", "pt": "Web", "sw": "Wavuti", "ar": "الويب"}', 2),
  ('DATA', '{"en": "Data", "fr": "Données", "pt": "Dados", "sw": "Data", "ar": "البيانات"}', 3),
  ('AI', '{"en": "AI", "fr": "IA", "pt": "IA", "sw": "AI", "ar": "الذكاء الاصطناعي"}', 4),
  ('FINANCE', '{"en": "Money", "fr": "Argent", "pt": "Dinheiro", "sw": "Fedha", "ar": "المال"}', 5),
  ('GENERAL', '{"en": "General", "fr": "Général", "pt": "Geral", "sw": "Jumla", "ar": "عام"}', 6);

-- Courses. `key` identifies a course in content packs.
create table course (
  id            uuid primary key,
  key           text not null unique,
  title         text not null,
  description   text not null,
  category      text not null references category,
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
  -- The content pack that it belongs to. Null for courses of authors.
  pack_id       text check (pack_id is null or not key ^@ 'admin:'),
  archived_at   timestamptz,
  updated_at    timestamptz not null,
  -- A draft is also archived, so that only authors see it.
  is_draft      boolean not null default false check (not is_draft or archived_at is not null),
  -- A version of the capstone project that is not published.
  project_draft jsonb,
  -- The users who wrote the course, its lessons or its project, and all who ever were its owner or co-author. It pays them
  -- nothing, so no id is ever removed.
  author_ids    uuid[] not null default '{}',
  -- Who may edit the course and see its drafts, besides administrators. Courses of packs have neither.
  owner_id      uuid,
  co_author_ids uuid[] not null default '{}' check (not owner_id = any(co_author_ids)),
  -- Count the edits of the course and of its project, so that an edit of an older version is refused.
  version       integer not null default 1,
  project_version integer not null default 1,
  -- The fields as the authors edited them after the publication, in the form of `course_fields`. Learners see them with the
  -- next publication. Null without such changes; edits of a draft are stored in its columns.
  edited        jsonb check (edited is null or not is_draft),
  -- When a job publishes the course, and for whom: {"publishAt": "2026-11-02T08:00:00.000Z", "userId", "includeLessons",
  -- "changeNote", "reviewId"}. Null without such a plan.
  schedule      jsonb,
  -- What a course of a pack was before an administrator made it one of authors: {"packId", "key", "questions": {"<id>": "<key>"}}.
  -- Imports of the pack leave it alone. Null for all other courses.
  taken_over    jsonb check (taken_over is null or key ^@ 'admin:')
);
create unique index course_taken_over on course ((taken_over ->> 'key')) where taken_over is not null;

-- The fields of a course that wait for a publication when they are edited.
create function course_fields(course course) returns jsonb language sql stable parallel safe as $$
  select jsonb_build_object('title', course.title, 'description', course.description, 'category', course.category,
    'level', course.level, 'isPremium', course.is_premium, 'skills', course.skills, 'topicId', course.topic_id,
    'bonusXp', course.bonus_xp, 'bonusGems', course.bonus_gems, 'requiredScore', course.required_score)
$$;

-- The full-text search ignores accents. `content_english` also compares the stems of English words, and `content_plain`
-- finds words of any language as they are written.
create text search configuration content_english (copy = english);
alter text search configuration content_english alter mapping for asciiword, word, hword, hword_part, hword_asciipart,
  asciihword with unaccent, english_stem;
create text search configuration content_plain (copy = simple);
alter text search configuration content_plain alter mapping for asciiword, word, hword, hword_part, hword_asciipart,
  asciihword with unaccent, simple;

-- The words of the slides of a lesson that are searched; questions are not among them.
create function lesson_text(slides jsonb) returns text language sql immutable parallel safe as $$
  select coalesce(string_agg(part #>> '{}', ' '), '')
  from jsonb_path_query(slides, '$[*].keyvalue() ? (@.key == "title" || @.key == "content" || @.key == "front"
    || @.key == "back").value') as part
$$;

-- The estimated time of a lesson: 1,000 characters a minute, a minute per question, and the videos.
create function lesson_minutes(slides jsonb) returns integer language sql immutable parallel safe as $$
  select ceil(length(lesson_text(slides)) / 1000.0 + jsonb_array_length(jsonb_path_query_array(slides, '$[*].questionId'))
    + (select coalesce(sum(seconds::numeric), 0) / 60 from jsonb_path_query(slides, '$[*].durationSeconds') as seconds))::integer
$$;

-- Lessons of a course. `search_vector` is limited, because a longer text would have no vector.
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
  -- Counts the edits. A lesson that moves because another one is moved keeps its version.
  version     integer not null default 1,
  -- Part of the signature of the link to its preview. Another value ends the link; null for no link.
  preview_nonce uuid,
  -- As in `course`, in the form of `lesson_fields`.
  edited      jsonb check (edited is null or not is_draft),
  schedule    jsonb,
  search_vector tsvector not null generated always as (
    setweight(to_tsvector('content_english', title) || to_tsvector('content_plain', title), 'A')
    || to_tsvector('content_english', left(lesson_text(slides), 100000))
    || to_tsvector('content_plain', left(lesson_text(slides), 100000))) stored,
  unique (course_id, key)
);
-- The fields of a lesson that wait for a publication when they are edited.
create function lesson_fields(lesson lesson) returns jsonb language sql stable parallel safe as $$
  select jsonb_build_object('title', lesson.title, 'xpReward', lesson.xp_reward, 'gemReward', lesson.gem_reward,
    'requiredScore', lesson.required_score, 'slides', lesson.slides)
$$;

-- All slides of a lesson, the published ones and the edited ones.
create function all_slides(lesson lesson) returns jsonb language sql stable parallel safe as $$
  select lesson.slides || coalesce(lesson.edited -> 'slides', '[]')
$$;

-- Whether authors changed a lesson or a question of it after the publication.
create function lesson_has_changes(lesson lesson) returns boolean language sql stable parallel safe as $$
  select lesson.edited is not null or (not lesson.is_draft and exists (
    select from question where question.edited is not null
      and lesson.slides @> jsonb_build_array(jsonb_build_object('questionId', question.id))))
$$;

-- The questions of slides, sorted.
create function questions_of(slides jsonb) returns uuid[] language sql immutable parallel safe as $$
  select array(select (id #>> '{}')::uuid from jsonb_path_query(slides, '$[*].questionId') as id order by 1)
$$;

-- The slides with other questions: `replaced` has the new id by the old one.
create function with_questions(slides jsonb, replaced jsonb) returns jsonb language sql immutable parallel safe as $$
  select coalesce(jsonb_agg(case when replaced ? (slide ->> 'questionId')
    then slide || jsonb_build_object('questionId', replaced -> (slide ->> 'questionId')) else slide end order by number), '[]')
  from jsonb_array_elements(slides) with ordinality as part (slide, number)
$$;

-- Earlier publications of lessons with other questions or another requirement. Learners who opened the lesson before still
-- answer those questions and complete that version.
create table replaced_publication (
  lesson_id      uuid not null references lesson,
  -- Sorted.
  question_ids   uuid[] not null,
  -- Of the lesson, or else of its course.
  required_score integer,
  replaced_at    timestamptz not null,
  unique nulls not distinct (lesson_id, question_ids, required_score)
);
create index replaced_publication_age on replaced_publication (replaced_at);

-- What changed with a publication, in the words of the author.
create table change_note (
  id           uuid primary key,
  course_id    uuid not null references course,
  -- Null if the course was published.
  lesson_id    uuid references lesson,
  note         text not null check (length(note) between 1 and 500),
  published_at timestamptz not null,
  -- The message to learners that contains it. Null until there is one.
  announcement_id uuid
);
create index change_note_of_course on change_note (course_id, published_at desc);
create index change_note_waiting on change_note (course_id) where announcement_id is null;

-- Lessons are read far more often than written, so the index has no list of pending entries.
create index lesson_search on lesson using gin (search_vector) with (fastupdate = off) where archived_at is null;
create index lesson_of_course on lesson (course_id, position) where archived_at is null;
create index lesson_scheduled on lesson (id) where schedule is not null;

-- Ordered lists of courses. `synonyms` are further words that match a career goal.
create table learning_path (
  id          uuid primary key,
  key         text not null unique,
  title       text not null,
  description text not null,
  category    text not null references category,
  kind        text not null check (kind in ('FOUNDATION', 'SPECIALIZATION')),
  is_premium  boolean not null default false,
  skills      text[] not null default '{}',
  synonyms    text[] not null default '{}',
  position    integer not null default 0,
  -- The content pack that it belongs to. Null for paths of authors.
  pack_id     text check (pack_id is null or not key ^@ 'admin:'),
  archived_at timestamptz,
  -- A draft is also archived, so that only authors see it.
  is_draft    boolean not null default false check (not is_draft or archived_at is not null),
  -- Who may edit the path, besides administrators. Paths of packs have no owner.
  owner_id    uuid,
  version     integer not null default 1
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
