import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { CatalogCache } from './public/catalog-cache.ts'

/** A badge as the answer to a completion shows it; the module above knows which there are. */
export interface BadgeView {
  badgeType: string
  name: string
  description: string
  imageUrl: string
}

/** Whether a user has what premium content asks for; the module that keeps subscriptions hands it down. */
export type HasPremium = (db: Db, userId: UserId) => Promise<boolean>

/** What `app/` gives to learning's routes. */
export interface LearningDeps {
  platform: Platform
  hasPremium: HasPremium
  /** Badges that the facts of a transaction say were unlocked. */
  findUnlockedBadges: (events: DomainEvent[]) => BadgeView[]
  /** Gems that the facts of a transaction say a user was paid beside the lesson's own. */
  sumReferralGems: (events: DomainEvent[], userId: UserId) => number
}

/** The same for the rooms, with the catalogue that they share. */
export interface LearningRouteDeps extends LearningDeps {
  catalog: CatalogCache
}
