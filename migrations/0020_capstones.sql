-- Capstone projects: submissions, assessments and files.

-- Drafts and submissions of a user for the project of a course.
create table project_submission (
  id                  uuid primary key,
  user_id             uuid not null references user_account,
  course_id           uuid not null references course,
  -- Set on submission. Null for a draft.
  attempt             integer check (attempt >= 1),
  status              text not null
    check (status in ('DRAFT', 'SUBMITTED', 'UNDER_REVIEW', 'PASSED', 'NEEDS_REVISION')),
  assessment_status   text check (assessment_status in ('PENDING', 'IN_PROGRESS', 'COMPLETED', 'FAILED')),
  submission_type     text check (submission_type in
    ('GITHUB_REPO', 'FILE_UPLOAD', 'TEXT', 'WEBSITE_URL', 'GOOGLE_DRIVE_URL', 'VIDEO_URL')),
  repository_url      text,
  url                 text,
  notes               text not null default '',
  -- A copy of the project at submission. Later changes of the rubric do not apply.
  project             jsonb,
  assessment          jsonb,

  -- The claim of the worker that assesses the submission. A claim that is not renewed expires.
  claim_id            uuid,
  claimed_until       timestamptz,
  claim_count         integer not null default 0,
  assessment_retry_at timestamptz,

  -- Why a manual review is required.
  review_cause        text check (review_cause in ('APPEAL', 'ASSESSMENT_FAILED', 'SUSPICIOUS', 'PASS_PROPOSED')),
  review_requested_at timestamptz,
  appeal_reason       text,
  appealed_at         timestamptz,
  reviewer_id         uuid references user_account,
  review_decision     text check (review_decision in ('PASSED', 'NEEDS_REVISION')),
  review_reason       text,
  reviewed_at         timestamptz,

  created_at          timestamptz not null,
  updated_at          timestamptz not null,
  submitted_at        timestamptz,
  -- The time of the last result: PASSED or NEEDS_REVISION.
  settled_at          timestamptz,

  unique (user_id, course_id, attempt),
  check ((status = 'DRAFT') = (attempt is null)),
  check ((status = 'DRAFT') = (project is null)),
  check ((status = 'DRAFT') = (assessment_status is null)),
  check ((status = 'DRAFT') = (submitted_at is null)),
  check ((review_cause is null) = (review_requested_at is null))
);
create unique index project_submission_one_draft on project_submission (user_id, course_id)
  where status = 'DRAFT';
create unique index project_submission_one_open on project_submission (user_id, course_id)
  where status in ('SUBMITTED', 'UNDER_REVIEW');
create unique index project_submission_one_passed on project_submission (user_id, course_id)
  where status = 'PASSED';
create index project_submission_assessment_due on project_submission (submitted_at)
  where assessment_status in ('PENDING', 'IN_PROGRESS');
create index project_submission_review_queue on project_submission (review_requested_at, id)
  where status = 'UNDER_REVIEW' and review_cause is not null;
-- For the stats of a course.
create index project_submission_of_course on project_submission (course_id, submitted_at) where status <> 'DRAFT';

-- Uploaded files. The row is inserted before the file is stored. A row without a submission is deleted after its file.
create table project_file (
  id            uuid primary key,
  user_id       uuid not null references user_account,
  submission_id uuid references project_submission on delete set null,
  position      integer not null,
  name          text not null,
  content_type  text not null,
  size_bytes    integer not null check (size_bytes > 0),
  created_at    timestamptz not null
);
create index project_file_of_submission on project_file (submission_id, position);
create index project_file_unattached on project_file (created_at) where submission_id is null;
