-- The rules of course tests have a history, as the course itself does. Its subject is the course, which has one test.
alter table content_revision drop constraint content_revision_kind_check;
alter table content_revision add constraint content_revision_kind_check
  check (kind in ('COURSE', 'LESSON', 'PATH', 'PROJECT', 'TEST'));
