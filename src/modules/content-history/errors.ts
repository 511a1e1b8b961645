import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  revision_not_found: {
    kind: 'not_found',
    message: 'The history has no such version. Edits share a version with the next ones of the same author.',
  },
})
