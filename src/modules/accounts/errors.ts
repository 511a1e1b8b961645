import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  account_suspended: { kind: 'forbidden', message: 'This account is suspended. Contact the operator.' },
  email_taken: {
    kind: 'conflict',
    message: 'This e-mail address is already registered. Sign in, or reset the password.',
  },
  username_taken: { kind: 'conflict', message: 'This username is taken. Choose another one.' },
  email_already_verified: { kind: 'conflict', message: 'This e-mail address is already verified.' },
  email_not_verified: {
    kind: 'forbidden',
    message: 'Verify your e-mail address before you play for gems.',
  },
  account_too_new: {
    kind: 'forbidden',
    message: 'Your account is too new to play for gems. Everything you earn stays yours. Try again tomorrow.',
  },
  stakes_off: {
    kind: 'forbidden',
    message: 'The operator has turned stakes and entry fees off. Play without a stake.',
  },
  weak_password: {
    kind: 'unprocessable',
    message: 'This password is too easy to guess. Choose a longer or less common one.',
  },
  code_invalid: {
    kind: 'invalid',
    message: 'The code is wrong. Use the code from the most recent e-mail.',
  },
  code_expired: {
    kind: 'gone',
    message: 'The code has expired or has had too many attempts. Request a new one.',
  },
})
