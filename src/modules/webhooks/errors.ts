import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  signature_invalid: {
    kind: 'unauthenticated',
    message:
      'The signature does not fit. Send the lower-case hex HMAC SHA-256 of what was agreed, with our secret.',
  },
  timestamp_out_of_range: {
    kind: 'unauthenticated',
    message: 'x-webhook-timestamp must be Unix seconds within 5 minutes of now. Sign and send it again.',
  },
  event_id_reused: {
    kind: 'conflict',
    message: 'This event id came before with another body. Give every event an id of its own.',
  },
  event_not_found: { kind: 'not_found', message: 'There is no such event in the inbox.' },
  event_not_dead: {
    kind: 'conflict',
    message: 'Only an event that was given up on can be replayed; this one was not.',
  },
})
