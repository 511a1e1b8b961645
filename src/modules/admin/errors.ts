import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  failed_job_not_found: {
    kind: 'not_found',
    message: 'No failed job has this id, or it was already retried.',
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
