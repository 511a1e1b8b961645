import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  course_not_completed: {
    kind: 'conflict',
    message: 'Complete every lesson of this course before you claim its certificate.',
  },
  certificate_not_found: {
    kind: 'not_found',
    message: 'There is no certificate with this number. Check it against the certificate.',
  },
  certificate_withdrawn: {
    kind: 'gone',
    message: 'The owner deleted their account, so the name was removed.',
  },
  certificate_not_minted: {
    kind: 'conflict',
    message: 'Only a certificate that is on the chain can be revoked. Wait until it is.',
  },
  certificate_revoked: { kind: 'conflict', message: 'This certificate is revoked. It cannot be changed.' },
})
