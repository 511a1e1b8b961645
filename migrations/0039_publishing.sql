-- Publishing: messages to learners about changes.

-- One message about the changes of a course. Learners get it in steps, in the order of their ids.
create table change_announcement (
  id         uuid primary key,
  course_id  uuid not null references course,
  created_at timestamptz not null,
  -- The last learner who got it.
  last_user_id uuid,
  done_at    timestamptz
);
create index change_announcement_of_course on change_announcement (course_id, created_at desc);
create index change_announcement_open on change_announcement (created_at) where done_at is null;

-- Content that an author submitted for review. The versions are those that the author submitted.
create table review_request (
  id           uuid primary key,
  course_id    uuid not null references course,
  submitted_by uuid not null,
  submitted_at timestamptz not null,
  status       text not null default 'OPEN' check (status in ('OPEN', 'APPROVED', 'RETURNED', 'WITHDRAWN')),
  -- The course and the lessons to publish: [{"kind", "id", "title", "digest"}]. The digest is that of the content.
  items        jsonb not null,
  -- What the author says to the reviewer, and the learners will be told.
  message      text,
  change_note  text,
  -- Null: with the approval.
  publish_at   timestamptz,
  decided_by   uuid,
  decided_at   timestamptz,
  -- [{"lessonId", "text"}]; the id is null for the course.
  comments     jsonb not null default '[]',
  check ((status = 'OPEN') = (decided_at is null))
);
create unique index review_request_open on review_request (course_id) where status = 'OPEN';
create index review_request_of_course on review_request (course_id, submitted_at desc);
create index review_request_queue on review_request (status, submitted_at);
