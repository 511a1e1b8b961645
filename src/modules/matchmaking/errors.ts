import { z } from '@hono/zod-openapi'
import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  ticket_not_queued: {
    kind: 'conflict',
    message: 'This ticket is no longer queued and cannot be cancelled.',
    extraFields: { status: z.string().openapi({ description: 'The current status of the ticket.' }) },
  },
})
