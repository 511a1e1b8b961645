import { defineRefusals } from '../../platform/errors.ts'
import { TimestampSchema } from '../../platform/http/schemas.ts'
import { z } from '../../platform/zod.ts'

export const errors = defineRefusals({
  certificate_name_bound: {
    kind: 'conflict',
    message:
      'Your certificates carry another name. Claim with that name, or change it in the settings first (PUT /user/certificate-name), which is possible once in 90 days.',
    extraFields: {
      studentName: z.string().openapi({ description: 'The name that your certificates carry.' }),
    },
  },
  certificate_name_not_printable: {
    kind: 'unprocessable',
    message: 'The name has characters that cannot be printed on a certificate. Write it without them.',
    extraFields: {
      characters: z.array(z.string()).openapi({ description: 'The characters that cannot be printed.' }),
    },
  },
  certificate_name_changed_recently: {
    kind: 'conflict',
    message:
      'The name on your certificates can be changed once in 90 days. Change it at nextChangeAt, or ask support to correct it.',
    extraFields: { nextChangeAt: TimestampSchema },
  },
})
