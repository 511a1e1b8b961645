import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  refresh_token_invalid: {
    kind: 'unauthenticated',
    message: 'The refresh token is unknown, expired or already used. Sign in again.',
  },
  session_not_found: { kind: 'not_found', message: 'You have no such session.' },
})
