import { defineRefusals } from '../../platform/errors.ts'
import { z } from '../../platform/zod.ts'

export const errors = defineRefusals({
  already_in_battle: {
    kind: 'conflict',
    message: 'You are already in a battle. Finish or leave it first.',
    extraFields: { roomId: z.uuid().nullable().openapi({ description: 'The battle, if it has a room.' }) },
  },
})
