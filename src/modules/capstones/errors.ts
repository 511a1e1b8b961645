import { defineRefusals } from '../../platform/errors.ts'
import { SubmissionSchema } from './submission-view.ts'

export const errors = defineRefusals({
  project_not_found: { kind: 'not_found', message: 'There is no such course, or it has no project.' },
  submission_not_found: {
    kind: 'not_found',
    message: 'There is no such submission. Save a draft or submit the project first.',
  },
  file_not_found: {
    kind: 'not_found',
    message: 'The file does not exist, or the link has expired.',
  },
  not_enrolled: { kind: 'forbidden', message: 'Enroll in the course first.' },
  own_submission: { kind: 'forbidden', message: 'You cannot review your own submission.' },
  submission_type_not_allowed: {
    kind: 'unprocessable',
    message: 'This project does not accept this type of submission. See its allowedSubmissionTypes.',
  },
  repository_url_not_allowed: {
    kind: 'unprocessable',
    message: 'This is not the URL of a supported repository host.',
  },
  url_not_allowed: {
    kind: 'unprocessable',
    message: 'This URL is not accepted for this type of submission.',
  },
  nothing_to_submit: {
    kind: 'conflict',
    message: 'There is nothing to submit yet. Save a draft, or send the submission in the body.',
  },
  assessment_pending: {
    kind: 'conflict',
    message: 'Your last submission is still being assessed. Wait for its result.',
  },
  draft_changed: {
    kind: 'conflict',
    message:
      'Another device has saved this draft since you read it. Choose one of both versions and save again.',
    extraFields: { draft: SubmissionSchema.openapi({ description: 'The stored draft' }) },
  },
  project_already_passed: { kind: 'conflict', message: 'You have already passed this project.' },
  nothing_to_appeal: {
    kind: 'conflict',
    message: 'You can appeal only a submission with the status NEEDS_REVISION.',
  },
  already_appealed: { kind: 'conflict', message: 'You have already appealed this submission.' },
  appeal_period_over: { kind: 'conflict', message: 'An appeal is possible for 14 days after the result.' },
  not_in_review: { kind: 'conflict', message: 'This submission is not in review.' },
  file_unsupported: {
    kind: 'unsupported_media',
    message:
      'Files may be zip, pdf, md, txt, ipynb, png or jpg, and their content must match their extension.',
  },
  file_too_large: {
    kind: 'too_large',
    message: 'A file may have up to 10 MiB, and all files together up to 20 MiB.',
  },
  too_many_files: { kind: 'unprocessable', message: 'A submission may have up to 5 files.' },
})
