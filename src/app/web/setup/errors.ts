import { defineRefusals } from '../../../platform/errors.ts'

export const errors = defineRefusals({
  setup_closed: {
    kind: 'conflict',
    message: 'This site is already set up. Sign in with the account of its administrator.',
  },
  setup_token_wrong: {
    kind: 'forbidden',
    message:
      'This token is not the one of this site. Open the address that the start log of the service shows.',
  },
})
