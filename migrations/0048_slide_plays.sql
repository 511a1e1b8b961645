-- How far learners come in lessons, and how long they take for slides and questions. No row names a learner.

-- What learners did on one day (UTC) with a slide of one publication of a lesson.
create table slide_play (
  lesson_id       uuid not null references lesson,
  -- The digest of the slides, so that a later publication does not count for an earlier one.
  content_version text not null,
  day             date not null,
  -- From 1.
  slide           integer not null check (slide >= 1),
  -- The plays that showed the slide.
  seen            integer not null check (seen >= 0),
  -- The plays that went on from it, by the time on it: see `src/modules/mastery/public/time-histogram.ts`.
  times           integer[] not null check (cardinality(times) = 20),
  primary key (lesson_id, content_version, day, slide)
) with (fillfactor = 80);
-- For retention.
create index slide_play_day on slide_play (day);

-- The time until the first answer in a lesson, as the app of the learner reports it.
alter table mastery_answer add column seconds real check (seconds >= 0);
-- The first answers in lessons by their time; null if none has one.
alter table question_rating add column times integer[] check (cardinality(times) = 20);
