import { defineRefusals } from '../../platform/errors.ts'
import { z } from '../../platform/zod.ts'

export const errors = defineRefusals({
  already_in_battle: {
    kind: 'conflict',
    message: 'You are already in a battle. Finish or leave it first.',
    extraFields: { roomId: z.uuid().nullable().openapi({ description: 'The battle, if it has a room.' }) },
  },
  already_queued: {
    kind: 'conflict',
    message: 'You are waiting in the queue for an opponent. Leave the queue first.',
  },
  stake_limit_reached: {
    kind: 'conflict',
    message: 'You have played for enough gems today, alone or with this opponent. Play without a stake.',
  },
  stake_between_related: {
    kind: 'forbidden',
    message:
      'You cannot play for gems with this account: you share an inviter, a device or a network. Play without a stake.',
  },
})
