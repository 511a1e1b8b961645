-- The lesson after which rounds of practice ask a practice question that is on no slide. Null: the question belongs to no lesson.
-- An import writes the questions before the lessons, so the reference is checked at commit.
alter table question add column practice_lesson_id uuid references lesson (id) deferrable initially deferred;
alter table question add constraint question_practice_lesson_check check (practice_lesson_id is null or use = 'PRACTICE');
create index question_of_practice on question (practice_lesson_id) where practice_lesson_id is not null;
