import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  publication_time_unusable: {
    kind: 'unprocessable',
    message: 'Choose a time in the future, within a year.',
  },
  review_required: {
    kind: 'forbidden',
    message: 'This installation reviews content before it is published. Submit the course for review.',
  },
  nothing_to_review: {
    kind: 'conflict',
    message: 'The course and these lessons have no unpublished changes.',
  },
  review_not_found: { kind: 'not_found', message: 'There is no such review request.' },
  review_decided: { kind: 'conflict', message: 'This review request is already decided or withdrawn.' },
  own_submission: {
    kind: 'forbidden',
    message: 'You submitted this yourself. Another admin decides about it.',
  },
  review_outdated: {
    kind: 'conflict',
    message: 'The content was changed after it was submitted. Its author must submit it again.',
  },
})
