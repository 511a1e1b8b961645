import type { UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

export const xpAwarded = defineEvent<{ userId: UserId; xp: number; at: string; source: string }>(
  'ledger.xp_awarded',
)

/** An administrator took back XP that was awarded by mistake. */
export const xpRevoked = defineEvent<{ userId: UserId; xp: number; at: string }>('ledger.xp_revoked')
