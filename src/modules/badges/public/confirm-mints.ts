import type { Db } from '../../../platform/db/database.ts'
import type { Role } from '../../../platform/http/caller.ts'
import { z } from '../../../platform/zod.ts'
import { errors } from '../errors.ts'
import type { BadgeDefinition } from './badge-definition.ts'
import { countNewHolders } from './count-new-holders.ts'

export const ConfirmMintsField = z.int().min(0).optional().openapi({
  description:
    'The number of badges that this change mints at once, as the 409 says. Needed if it is large; users may join meanwhile, so 1 % more or less is accepted.',
})

interface MintingChange {
  before: BadgeDefinition
  after: Pick<BadgeDefinition, 'type' | 'status' | 'ruleKind' | 'requiredProgress'>
  role: Role
  confirmMints: number | undefined
  /** More mints than this need an administrator and a confirmation. */
  unconfirmedLimit: number
}

/**
 * Refuses a change that mints a badge for many users at once, because the service pays for every mint: only an
 * administrator may make it, and only with the number that was shown.
 */
export async function confirmBadgeMints(
  db: Db,
  { before, after, role, confirmMints, unconfirmedLimit }: MintingChange,
): Promise<void> {
  const qualifiesMore = before.status !== 'PUBLISHED' || after.requiredProgress < before.requiredProgress
  if (after.status !== 'PUBLISHED' || !qualifiesMore) return
  const mintCount = await countNewHolders(db, after)
  if (mintCount <= unconfirmedLimit) return
  if (role !== 'ADMIN') throw errors.badge_needs_admin({ extra: { mintCount } })
  const difference = Math.abs((confirmMints ?? Number.NaN) - mintCount)
  if (!(difference <= Math.floor(mintCount / 100)))
    throw errors.badge_mints_unconfirmed({
      message: `This change mints the badge for ${mintCount} learners at once. Send confirmMints: ${mintCount} to confirm it.`,
      extra: { mintCount },
    })
}
