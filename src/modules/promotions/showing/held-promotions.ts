import { now } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import { heldInProcesses } from '../../../platform/live/held.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Promotion } from '../promotion.ts'
import { listEnabledPromotions } from '../queries.ts'

const promotions = heldInProcesses({
  channel: 'promotions.promotion_changed',
  freshMs: 5_000,
  read: (db: Db) => listEnabledPromotions(db, now()),
})

/** The campaigns that are live or will be, in the memory of this process: everybody looks at them, and few are there. */
export function heldPromotions({
  db,
  live,
}: Pick<Platform, 'db' | 'live'>): Promotion[] | Promise<Promotion[]> {
  return promotions.of(live).current(db)
}

export const announcePromotions = promotions.announce
