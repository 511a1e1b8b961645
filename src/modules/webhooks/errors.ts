import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  signature_invalid: {
    kind: 'unauthenticated',
    message:
      'The signature does not match. Send the lower-case hex HMAC SHA-256 of the agreed input.',
  },
  timestamp_out_of_range: {
    kind: 'unauthenticated',
    message: 'x-webhook-timestamp must be Unix seconds within 5 minutes of now. Sign and send it again.',
  },
  event_id_reused: {
    kind: 'conflict',
    message: 'This event id was already used with another body. Use one id per event.',
  },
  event_not_found: { kind: 'not_found', message: 'There is no such event.' },
  event_not_dead: {
    kind: 'conflict',
    message: 'Only a dead event can be replayed.',
  },
})
