import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  freezes_full: {
    kind: 'conflict',
    message:
      'You already hold the maximum of two streak freezes. A freeze is used automatically when you miss a day.',
  },
})
