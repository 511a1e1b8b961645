import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  token_unusable: {
    kind: 'unprocessable',
    message: 'This is neither a registration token of FCM nor the JSON of a PushSubscription.',
  },
  push_service_unknown: {
    kind: 'unprocessable',
    message: 'The endpoint of this subscription is not of a push service that we send to.',
  },
})
