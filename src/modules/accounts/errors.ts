import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  invalid_credentials: {
    kind: 'unauthenticated',
    message: 'The e-mail address or the password is wrong.',
  },
  two_factor_required: {
    kind: 'unauthenticated',
    message:
      'This account asks for a second factor. Send totpCode from the authenticator app, or a recovery code.',
  },
  two_factor_invalid: {
    kind: 'unauthenticated',
    message: 'The code of the authenticator app is wrong or was used already.',
  },
  refresh_token_invalid: {
    kind: 'unauthenticated',
    message: 'The refresh token is unknown, expired, or was used before. Sign in again.',
  },
  social_token_invalid: {
    kind: 'unauthenticated',
    message: 'The ID token was not issued for this service, or is not valid any more.',
  },
  account_suspended: {
    kind: 'forbidden',
    message: 'This account is suspended. Write to the people who run this service.',
  },
  own_account: {
    kind: 'conflict',
    message: 'Nobody suspends themselves or changes their own role. Ask another administrator.',
  },
  email_not_verified: {
    kind: 'forbidden',
    message:
      'Nobody has proved this e-mail address yet, so it may be somebody else. Have them verify it first.',
  },
  email_taken: {
    kind: 'conflict',
    message: 'This e-mail address is registered already. Sign in, or reset the password.',
  },
  username_taken: { kind: 'conflict', message: 'This username is taken. Choose another one.' },
  email_already_verified: { kind: 'conflict', message: 'This e-mail address is verified already.' },
  two_factor_already_enabled: {
    kind: 'conflict',
    message: 'Two-factor sign-in is on already. Turn it off first.',
  },
  two_factor_not_set_up: { kind: 'conflict', message: 'Call /auth/2fa/setup first.' },
  two_factor_not_enabled: { kind: 'conflict', message: 'Two-factor sign-in is not on.' },
  password_not_set: {
    kind: 'conflict',
    message: 'This account has no password. Confirm with otpCode from /auth/otp/request instead.',
  },
  weak_password: {
    kind: 'unprocessable',
    message: 'This password is too easy to guess. Choose a longer or less common one.',
  },
  code_invalid: { kind: 'invalid', message: 'The code is wrong. Check the newest mail.' },
  code_expired: { kind: 'gone', message: 'The code has expired or was tried too often. Ask for a new one.' },
  user_not_found: {
    kind: 'not_found',
    message: 'Nobody has this e-mail address yet. Send a username too, to register; the code stays usable.',
  },
  session_not_found: { kind: 'not_found', message: 'You have no such session.' },
})
