import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  course_not_found: { kind: 'not_found', message: 'There is no such course in the catalog.' },
  preview_not_found: {
    kind: 'not_found',
    message: 'This link has expired or was replaced. Ask the author for a new one.',
  },
  lesson_not_found: { kind: 'not_found', message: 'There is no such lesson in the catalog.' },
  path_not_found: { kind: 'not_found', message: 'There is no such learning path in the catalog.' },
})
