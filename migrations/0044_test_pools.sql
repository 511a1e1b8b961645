-- Pools of course tests: authors edit the rules of a test and its questions.

-- Counts the edits of the rules of the test, so that an edit of an older version is refused.
alter table course add column test_version integer not null default 1;

-- The questions of the test of a course in every state, for its authors.
create index question_of_test on question (course_key) where use = 'TEST';
