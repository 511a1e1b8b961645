import { defineRefusals } from '../../platform/errors.ts'
import { z } from '../../platform/zod.ts'

export const errors = defineRefusals({
  ticket_not_queued: {
    kind: 'conflict',
    message: 'This ticket is no longer queued and cannot be cancelled.',
    extraFields: { status: z.string().openapi({ description: 'The current status of the ticket.' }) },
  },
})
