-- What a language model drafted for authors, until an author has checked it and removes the mark. No row names the author.
create table model_draft (
  id           uuid primary key,
  lesson_id    uuid references lesson on delete cascade,
  question_id  uuid references question on delete cascade,
  -- What the model was given.
  source_title text not null,
  source_url   text,
  model        text not null,
  drafted_at   timestamptz not null,
  check (num_nonnulls(lesson_id, question_id) = 1)
);
create index model_draft_lesson on model_draft (lesson_id) where lesson_id is not null;
create index model_draft_question on model_draft (question_id) where question_id is not null;
