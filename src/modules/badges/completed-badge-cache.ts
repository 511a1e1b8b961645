import type { UserId } from '../../platform/ids.ts'
import type { BadgeType } from './public/badge-definition.ts'

const MAX_CACHED_USERS = 50_000

/**
 * Badges that this process has seen completed. A completed badge stays so, which makes it safe to remember: whoever
 * has taken the first step costs no query for it with every further lesson.
 */
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
