import type { BadgeType } from '../../events/badges.ts'
import type { UserId } from '../../platform/ids.ts'

const MAX_CACHED_USERS = 50_000

/** Badges that this process saw completed. A completed badge never changes, so later events need no query for it. */
export class CompletedBadgeCache {
  readonly #byUser = new Map<UserId, Set<BadgeType>>()

  has(userId: UserId, type: BadgeType): boolean {
    return this.#byUser.get(userId)?.has(type) ?? false
  }

  add(userId: UserId, type: BadgeType): void {
    const known = this.#byUser.get(userId)
    if (known) {
      known.add(type)
      return
    }
    if (this.#byUser.size >= MAX_CACHED_USERS) this.#byUser.delete(this.#byUser.keys().next().value!)
    this.#byUser.set(userId, new Set([type]))
  }
}
