import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  publication_time_unusable: {
    kind: 'unprocessable',
    message: 'Choose a time in the future, within a year.',
  },
})
