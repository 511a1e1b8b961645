-- The question pool.

-- What a question or a course is about.
create table topic (
  id    uuid primary key,
  key   text not null unique,
  title text not null,
  -- The content pack that it belongs to; others may use it. Null for a topic that no pack has.
  pack_id text
);

-- PRACTICE questions are shown with their answers in lessons. CHALLENGE questions are for contests and battles; their
-- answers leave the server only after the result is final. A RESERVED question belongs to one contest: it is never drawn,
-- exported or archived, and needs no topic. TEST questions are the pool of the test of one course; their answers are shown
-- only to learners who submitted them.
create table question (
  id              uuid primary key,
  key             text not null unique,
  topic_id        uuid references topic,
  use             text not null check (use in ('PRACTICE', 'CHALLENGE', 'RESERVED', 'TEST')),
  -- The key of the course whose test asks the question.
  course_key      text,
  difficulty      text not null check (difficulty in ('EASY', 'MEDIUM', 'HARD')),
  type            text not null default 'SINGLE_CHOICE' check (type in ('SINGLE_CHOICE', 'MULTIPLE_CHOICE', 'NUMBER',
    'SHORT_TEXT', 'ORDER', 'MATCH', 'GAP')),
  prompt          text not null,
  -- Only for SINGLE_CHOICE.
  options         text[] check (cardinality(options) between 2 and 8),
  correct_index   integer,
  -- What every other type asks, with its solution.
  content         jsonb,
  explanation     text not null,
  hint            text check (hint <> ''),
  -- One text per option in the stored order; empty for none.
  option_feedback text[],
  skill           text check (skill <> ''),
  -- The texts as HTML, compiled when the question is stored.
  html            jsonb not null check (html ? 'prompt' and html ? 'explanation'),
  -- The content pack that it belongs to. Null for questions of authors and contests.
  pack_id         text check (pack_id is null or not key ^@ 'admin:'),
  archived_at     timestamptz,
  -- A draft is also archived, so that only authors see it.
  is_draft        boolean not null default false check (not is_draft or archived_at is not null),
  -- The author who wrote it. A question in a lesson belongs to the authors of the course instead.
  owner_id        uuid,
  -- Counts the edits.
  version         integer not null default 1,
  -- The fields as the authors edited them while learners may have the question open, in the form of `question_fields`. They are
  -- published with the lesson. Null without such changes.
  edited          jsonb,
  -- The first version of the question, if it replaced an earlier one.
  origin_id       uuid references question,
  -- Words of the author to find the question by.
  tags            text[] not null default '{}',
  -- The digest of the normalised prompt and answers of an authored question: equal for duplicates. That of unpublished
  -- changes is in `edited`.
  fingerprint     text,
  constraint question_course_check check ((use = 'TEST') = (course_key is not null)),
  constraint question_topic_check check (topic_id is not null or use = 'RESERVED'),
  constraint question_content_check check (
    case when type = 'SINGLE_CHOICE'
      then content is null and options is not null and correct_index is not null and correct_index >= 0
        and correct_index < cardinality(options)
        and (option_feedback is null or cardinality(option_feedback) = cardinality(options))
      else options is null and correct_index is null and content is not null and jsonb_typeof(content) = 'object'
        and (option_feedback is null or type = 'MULTIPLE_CHOICE')
    end
  )
);
create index question_edited on question (id) where edited is not null;
create index question_versions on question (origin_id) where origin_id is not null;

-- The fields of a question that wait for a publication when they are edited.
create function question_fields(question question) returns jsonb language sql stable parallel safe as $$
  select jsonb_build_object('topicId', question.topic_id, 'difficulty', question.difficulty, 'prompt', question.prompt,
    'options', question.options, 'correctIndex', question.correct_index, 'content', question.content,
    'explanation', question.explanation, 'hint', question.hint, 'optionFeedback', question.option_feedback,
    'skill', question.skill, 'html', question.html, 'fingerprint', question.fingerprint)
$$;

-- What a question asks and what is right, without the texts and traits that do not decide about an answer.
create function judged_fields(fields jsonb) returns jsonb language sql immutable parallel safe as $$
  select jsonb_build_array(fields -> 'prompt', fields -> 'options', fields -> 'correctIndex', fields -> 'content')
$$;

create index question_pool on question (topic_id, use, difficulty) where archived_at is null;
create index question_practice_skill on question (skill) where use = 'PRACTICE' and archived_at is null;
create index question_test_pool on question (course_key) where course_key is not null and archived_at is null;
create index question_tags on question using gin (tags) where tags <> '{}';
-- Authors compare what they see.
create index question_fingerprint on question (coalesce(edited ->> 'fingerprint', fingerprint)) where fingerprint is not null;

-- The texts of a question that authors search, with unpublished changes: its prompt, options, items, pairs, gaps and accepted words.
create function question_text(prompt text, options text[], content jsonb, edited jsonb) returns text
language sql immutable parallel safe
begin atomic
  select concat_ws(E'\n', coalesce(edited ->> 'prompt', prompt),
    coalesce((select string_agg(option, E'\n') from jsonb_array_elements_text(nullif(edited -> 'options', 'null')) as option),
      array_to_string(options, E'\n')),
    (select string_agg(value #>> '{}', E'\n')
      from jsonb_path_query(coalesce(nullif(edited -> 'content', 'null'), content) - 'toleranceType',
        'strict $.** ? (@.type() == "string")') as value));
end;
create index question_search on question using gin (question_text(prompt, options, content, edited) gin_trgm_ops);
