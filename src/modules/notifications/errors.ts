import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  token_unusable: {
    kind: 'unprocessable',
    message: 'This is neither an FCM registration token nor the JSON of a PushSubscription.',
  },
  push_service_unknown: {
    kind: 'unprocessable',
    message: 'The endpoint of this subscription does not belong to a supported push service.',
  },
})
