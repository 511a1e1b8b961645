import { defineRefusals } from '../../platform/errors.ts'
import { z } from '../../platform/zod.ts'

export const errors = defineRefusals({
  logo_missing: { kind: 'invalid', message: 'Send the picture as the part "logo" of a multipart body.' },
  logo_unsupported: {
    kind: 'unsupported_media',
    message: 'The logo must be a JPEG, PNG or WebP image that can be read, at most 4096 × 4096 pixels.',
  },
  logo_too_large: { kind: 'too_large', message: 'The logo must be at most 5 MiB.' },
  site_changed: {
    kind: 'precondition_failed',
    message: 'The settings of the site were changed after that. Read them again.',
  },
  grant_limits_raised: {
    kind: 'forbidden',
    message:
      'The limits of grants can only be lowered here. The operator raises them on the command line: lyceum admin set-grant-limits.',
  },
  own_two_factor_required: {
    kind: 'forbidden',
    message:
      'Turn two-factor sign-in on for your own account first (POST /auth/2fa/setup, POST /auth/2fa/enable). Then you can require it of a role.',
  },
  settings_changed: {
    kind: 'precondition_failed',
    message:
      'The settings were changed after you read them. Read them again, and send the change with their version.',
    extraFields: {
      expected: z.int().openapi({ description: 'The version of the request' }),
      current: z.int().openapi({ description: 'The stored version' }),
    },
  },
})
