-- Review: spaced repetition of the questions and flashcards that a learner has met.

-- Flashcards of completed lessons. The id is a digest of the lesson and the front, so all learners share a row.
create table review_flashcard (
  id    uuid primary key,
  front text not null,
  back  text not null
);

-- A question or a flashcard that a learner repeats, with the state of the learner's memory of it.
create table review_card (
  id               uuid primary key,
  user_id          uuid not null references user_account,
  question_id      uuid references question,
  flashcard_id     uuid references review_flashcard,
  -- Where the learner met it.
  source           text not null check (source in ('LESSON', 'CONTEST', 'BATTLE')),
  lesson_id        uuid references lesson,
  created_at       timestamptz not null,
  -- Answers that count. The next answer has the number `repetitions` + 1.
  repetitions      integer not null default 0 check (repetitions >= 0),
  lapses           integer not null default 0 check (lapses >= 0),
  -- The rows in the log, with those of undone answers.
  logged_answers   integer not null default 0 check (logged_answers >= repetitions),
  -- The memory state of FSRS. Days are in the calendar of the learner.
  stability        double precision check (stability > 0),
  difficulty       double precision check (difficulty between 1 and 10),
  last_reviewed_on date,
  due_on           date not null,
  suspended_at     timestamptz,
  check (num_nonnulls(question_id, flashcard_id) = 1),
  check ((repetitions = 0) = (stability is null)),
  check ((stability is null) = (difficulty is null)),
  check ((stability is null) = (last_reviewed_on is null))
) with (fillfactor = 80);
create unique index review_card_question on review_card (user_id, question_id) where question_id is not null;
create unique index review_card_flashcard on review_card (user_id, flashcard_id) where flashcard_id is not null;
-- The queue: the card that is due for the longest time comes first.
create index review_card_due on review_card (user_id, due_on, id) where suspended_at is null;
create index review_card_suspended on review_card (user_id, suspended_at desc, id) where suspended_at is not null;

-- Every answer to a card, with the state of the card before and after it.
create table review_log (
  card_id     uuid not null references review_card on delete cascade,
  number      integer not null check (number >= 1),
  user_id     uuid not null references user_account,
  repetition  integer not null check (repetition >= 1),
  -- The first answer may be given in a lesson or a contest.
  source      text not null check (source in ('LESSON', 'CONTEST', 'REVIEW')),
  -- Null for a flashcard, which the learner rates.
  is_correct  boolean,
  answer      jsonb,
  used_hint   boolean not null default false,
  time_ms     integer check (time_ms >= 0),
  rating      text not null check (rating in ('AGAIN', 'HARD', 'GOOD', 'EASY')),
  answered_at timestamptz not null,
  before      jsonb not null,
  after       jsonb not null,
  undone_at   timestamptz,
  primary key (card_id, number)
);
create index review_log_answered_at on review_log (answered_at);

-- Settings of a learner, and what the queue needs to know about today.
create table review_learner (
  user_id                  uuid primary key references user_account,
  target_retention_percent smallint not null default 90 check (target_retention_percent between 80 and 95),
  daily_limit              integer not null default 60 check (daily_limit between 10 and 500),
  -- The last day with an answer, and the answers of that day.
  last_day                 date,
  answers_of_last_day      integer not null default 0 check (answers_of_last_day >= 0),
  -- The times of the last answers to questions, the newest last.
  recent_times_ms          integer[] not null default '{}',
  -- The answer that can be undone.
  last_card_id             uuid,
  last_number              integer,
  check ((last_card_id is null) = (last_number is null))
) with (fillfactor = 80);
