-- The question pool.

-- What a question or a course is about.
create table topic (
  id    uuid primary key,
  key   text not null unique,
  title text not null
);

-- PRACTICE questions are shown with their answers in lessons. CHALLENGE questions are for contests and battles; their
-- answers leave the server only after the result is final. A RESERVED question belongs to one contest: it is never drawn,
-- exported or archived, and needs no topic.
create table question (
  id            uuid primary key,
  key           text not null unique,
  topic_id      uuid references topic,
  use           text not null check (use in ('PRACTICE', 'CHALLENGE', 'RESERVED')),
  difficulty    text not null check (difficulty in ('EASY', 'MEDIUM', 'HARD')),
  prompt        text not null,
  options       text[] not null check (cardinality(options) between 2 and 8),
  correct_index integer not null check (correct_index >= 0 and correct_index < cardinality(options)),
  explanation   text not null,
  archived_at   timestamptz,
  -- A draft is also archived, so that only authors see it.
  is_draft      boolean not null default false check (not is_draft or archived_at is not null),
  constraint question_topic_check check (topic_id is not null or use = 'RESERVED')
);
create index question_pool on question (topic_id, use, difficulty) where archived_at is null;
