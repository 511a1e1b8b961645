-- The history of content: what authors edited and published.

-- One row per publication, and per edit or five minutes of edits by one author.
create table content_revision (
  kind       text not null check (kind in ('COURSE', 'LESSON', 'PATH')),
  -- The id of the course, lesson or learning path.
  subject_id uuid not null,
  -- The version of the content after the edit, or after the last one of those that share the row.
  version    integer not null,
  act        text not null check (act in ('CREATED', 'EDITED', 'PUBLISHED', 'DISCARDED', 'RESTORED')),
  -- Null for content that was written before its history began.
  author_id  uuid,
  -- The first and the last edit that share the row.
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The fields of the content; quizzes contain their questions.
  snapshot   jsonb not null,
  primary key (kind, subject_id, version)
);
create index content_revision_age on content_revision (updated_at) where act <> 'PUBLISHED';
