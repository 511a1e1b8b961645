-- Projects have a history, as courses, lessons and learning paths do. Its subject is the course, which has at most one project.
alter table content_revision drop constraint content_revision_kind_check;
alter table content_revision add constraint content_revision_kind_check
  check (kind in ('COURSE', 'LESSON', 'PATH', 'PROJECT'));
