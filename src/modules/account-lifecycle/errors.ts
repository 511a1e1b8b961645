import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  own_account: {
    kind: 'conflict',
    message:
      'Administrators cannot suspend themselves, change their own role or end all their own sessions here. Ask another administrator.',
  },
  user_changed: {
    kind: 'precondition_failed',
    message: 'The user was changed meanwhile, so nothing was done. Read the user again.',
  },
  email_not_verified: {
    kind: 'forbidden',
    message:
      'The e-mail address of this account is not verified, so it may belong to another person. The user must verify it first.',
  },
})
