import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  course_not_completed: {
    kind: 'conflict',
    message: 'Complete every lesson of this course before you claim its certificate.',
  },
  course_test_required: {
    kind: 'conflict',
    message: 'Pass the test of this course before you claim its certificate.',
  },
  certificate_not_found: {
    kind: 'not_found',
    message: 'No certificate has this number. Compare it with the number on the certificate.',
  },
  certificate_withdrawn: {
    kind: 'gone',
    message: 'The owner deleted their account, so the name was removed.',
  },
  wallet_pass_not_offered: {
    kind: 'not_found',
    message: 'This site makes no passes for Apple Wallet. The certificate has a PDF and a picture.',
  },
  certificate_not_minted: {
    kind: 'conflict',
    message: 'Only a certificate that is on the chain can be revoked. Try again when it is minted.',
  },
  certificate_revoked: { kind: 'conflict', message: 'A revoked certificate cannot be changed.' },
})
