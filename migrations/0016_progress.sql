-- The progress of users in courses.

-- Courses that a user started or completed.
create table enrollment (
  id           uuid primary key,
  user_id      uuid not null references user_account,
  course_id    uuid not null references course,
  enrolled_at  timestamptz not null,
  completed_at timestamptz,
  -- In this order it also finds the learners of a course.
  unique (course_id, user_id)
);
create index enrollment_of_user on enrollment (user_id, enrolled_at desc);

-- Lessons that a user completed.
create table lesson_completion (
  id                 uuid primary key,
  user_id            uuid not null references user_account,
  lesson_id          uuid not null references lesson,
  course_id          uuid not null references course,
  -- When the service received it.
  completed_at       timestamptz not null,
  -- When the learner completed it, if the device was offline.
  occurred_at        timestamptz check (occurred_at <= completed_at),
  time_spent_seconds integer,
  -- The score that the client reports. It has no effect on rewards.
  claimed_score      integer,
  -- False above the daily limit of paid lessons, and for an author of the course.
  is_paid            boolean not null default true,
  unique (user_id, lesson_id)
);
-- For the lessons of a learner in a course, and for all completions of a course.
create index lesson_completion_of_course on lesson_completion (course_id, user_id);

-- The first answer of a user to a practice question. The verified score is calculated from these rows.
create table lesson_answer (
  user_id         uuid not null references user_account,
  question_id     uuid not null references question,
  lesson_id       uuid not null references lesson,
  -- The answer to a SINGLE_CHOICE question, or the answer to a question of another type.
  selected_option integer,
  answer          jsonb,
  is_correct      boolean not null,
  -- Whether the user had asked for the hint before.
  used_hint       boolean not null default false,
  answered_at     timestamptz not null,
  -- The first right answer, which may be a later one.
  solved_at       timestamptz,
  -- In this order and with these columns it also counts the answers to a question without reading the rows.
  primary key (question_id, user_id) include (lesson_id, selected_option),
  check ((selected_option is null) <> (answer is null))
);
create index lesson_answer_of_lesson on lesson_answer (user_id, lesson_id);

-- A user asked for the hint of a question. The first time counts.
create table lesson_hint (
  user_id     uuid not null references user_account,
  question_id uuid not null references question,
  lesson_id   uuid not null references lesson,
  asked_at    timestamptz not null,
  primary key (user_id, question_id)
);
