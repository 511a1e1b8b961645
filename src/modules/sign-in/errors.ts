import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  invalid_credentials: {
    kind: 'unauthenticated',
    message: 'The e-mail address or the password is wrong.',
  },
  two_factor_required: {
    kind: 'forbidden',
    message:
      'This account requires a second factor. Send totpCode: a code from the authenticator app, or a recovery code.',
  },
  two_factor_invalid: {
    kind: 'unprocessable',
    message: 'The code from the authenticator app is wrong or already used.',
  },
  two_factor_already_enabled: {
    kind: 'conflict',
    message: 'Two-factor sign-in is already on. Turn it off first.',
  },
  two_factor_not_set_up: { kind: 'conflict', message: 'Call /auth/2fa/setup first.' },
  two_factor_not_enabled: { kind: 'conflict', message: 'Two-factor sign-in is not on.' },
  social_token_invalid: {
    kind: 'unauthenticated',
    message: 'The ID token was not issued for this service, or is no longer valid.',
  },
  password_not_set: {
    kind: 'conflict',
    message: 'This account has no password. Send otpCode from /auth/otp/request instead.',
  },
  sign_in_again: {
    kind: 'forbidden',
    message:
      'Sign out and in again, then repeat this within ten minutes. This account has no password, and mail is off.',
  },
  sign_up_closed: {
    kind: 'forbidden',
    message: 'New accounts cannot be created here at the moment. If you have an account, sign in.',
  },
  user_not_found: {
    kind: 'not_found',
    message:
      'No account has this e-mail address. Send a username as well to register; the code stays usable.',
  },
})

/** The client is signed in: 401 would say that its session has ended. */
export const reauthenticationErrors = defineRefusals({
  invalid_credentials: { kind: 'forbidden', message: 'The password is wrong.' },
})
