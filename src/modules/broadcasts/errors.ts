import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  broadcast_not_found: { kind: 'not_found', message: 'This broadcast does not exist.' },
  broadcast_not_draft: {
    kind: 'conflict',
    message: 'This broadcast was already sent or scheduled. Create another one.',
  },
  broadcast_changed: {
    kind: 'precondition_failed',
    message: 'The broadcast was changed meanwhile. Read it again.',
  },
  broadcast_not_confirmed: {
    kind: 'unprocessable',
    message: 'The typed name is not the name of this broadcast. Nothing was sent.',
  },
  broadcast_without_fallback: {
    kind: 'unprocessable',
    message: '`texts` has no text in the fallback language.',
  },
  broadcast_time_invalid: {
    kind: 'unprocessable',
    message: '`sendAt` must be in the future and within a year.',
  },
  broadcast_not_running: {
    kind: 'conflict',
    message: 'This broadcast is not being sent and not scheduled.',
  },
})
