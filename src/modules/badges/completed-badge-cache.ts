import type { BadgeType } from '../../events/badges.ts'
import { Cache } from '../../platform/cache/cache.ts'
import type { UserId } from '../../platform/ids.ts'

/** Badges that this process saw completed. A completed badge never changes, so later events need no query for it. */
export class CompletedBadgeCache {
  readonly #byUser = new Cache<UserId, Set<BadgeType>>({ maxSize: 50_000 })

  has(userId: UserId, type: BadgeType): boolean {
    return this.#byUser.get(userId)?.has(type) ?? false
  }

  add(userId: UserId, type: BadgeType): void {
    const known = this.#byUser.get(userId)
    if (known) known.add(type)
    else this.#byUser.set(userId, new Set([type]))
  }
}
