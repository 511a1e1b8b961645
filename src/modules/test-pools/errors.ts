import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  pool_too_small: {
    kind: 'conflict',
    message:
      'Certificates cannot need a test that learners cannot take: its pool needs three times the questions that the test asks. Publish more questions first.',
  },
})
