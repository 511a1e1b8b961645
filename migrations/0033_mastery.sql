-- Mastery: how difficult questions are, and how well learners know skills.

-- Answers that are not folded into the ratings yet.
create table mastery_answer (
  id          bigint generated always as identity primary key,
  user_id     uuid not null references user_account,
  question_id uuid not null references question,
  is_correct  boolean not null,
  -- The learner has met the question before: the answer says little about its difficulty.
  is_repeat   boolean not null,
  -- Takes back an answer that is counted already.
  is_undone   boolean not null default false,
  answered_at timestamptz not null
);
-- For account erasure.
create index mastery_answer_user on mastery_answer (user_id);

-- The Elo rating of a question, and sums for its discrimination.
create table question_rating (
  question_id         uuid primary key references question,
  rating              double precision not null,
  answers             integer not null check (answers >= 1),
  correct_answers     integer not null check (correct_answers between 0 and answers),
  -- Of the ratings of the learners, relative to the start rating.
  learner_sum         double precision not null,
  learner_square_sum  double precision not null,
  learner_correct_sum double precision not null
) with (fillfactor = 80);

-- The Elo rating of a learner in a skill, or in a topic for questions without a skill.
create table skill_mastery (
  user_id          uuid not null references user_account,
  skill            text not null check (skill <> ''),
  rating           double precision not null,
  answers          integer not null check (answers >= 1),
  last_answered_at timestamptz not null,
  primary key (user_id, skill)
) with (fillfactor = 80);
