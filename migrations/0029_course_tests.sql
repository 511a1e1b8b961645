-- Course tests: attempts of learners at the tests of courses.

-- One attempt. It is open until it is submitted or its deadline passes; an attempt that expired has no score.
create table course_test_attempt (
  id            uuid primary key,
  user_id       uuid not null references user_account,
  course_id     uuid not null references course,
  -- From 1 for each user and course.
  number        integer not null check (number >= 1),
  -- Determines the drawn questions and the order of options. It is never sent to a client.
  seed          text not null,
  question_ids  uuid[] not null check (cardinality(question_ids) >= 1),
  -- The pass mark at the start; later changes of the course do not apply.
  pass_percent  integer not null check (pass_percent between 1 and 100),
  started_at    timestamptz not null,
  deadline_at   timestamptz not null check (deadline_at > started_at),
  -- The saved or submitted answers.
  answers       jsonb not null default '[]',
  submitted_at  timestamptz,
  -- The questions that were answered correctly, as graded on submission.
  correct_ids   uuid[],
  score         integer check (score between 0 and 100),
  is_passed     boolean,
  unique (user_id, course_id, number),
  check ((submitted_at is null) = (correct_ids is null)),
  check ((submitted_at is null) = (score is null)),
  check ((submitted_at is null) = (is_passed is null))
);
-- A course test is passed once.
create unique index course_test_attempt_passed on course_test_attempt (user_id, course_id) where is_passed;
create index course_test_attempt_unpassed on course_test_attempt (started_at) where is_passed is not true;
-- For the stats of a course.
create index course_test_attempt_of_course on course_test_attempt (course_id, started_at);
