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
