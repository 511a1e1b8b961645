import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  view_of_staff: {
    kind: 'forbidden',
    message: 'Only accounts of learners can be viewed, not those of staff or authors.',
  },
  failed_job_not_found: {
    kind: 'not_found',
    message: 'No failed job has this id, or it was already retried.',
  },
  mail_not_found: {
    kind: 'not_found',
    message: 'No mail has this id, or it was already deleted.',
  },
  mail_off: {
    kind: 'conflict',
    message: 'Mail is turned off on this installation (MAIL=off). Turn it on, then send the mail again.',
  },
  note_not_found: {
    kind: 'not_found',
    message: 'No note on this user has this id, or it was already deleted.',
  },
  note_of_another: {
    kind: 'forbidden',
    message: 'Another member of staff wrote this note. Ask them or an administrator to delete it.',
  },
})
