import type { UserId } from '../../platform/ids.ts'
import type { BadgeType } from './definitions/definition.ts'

const USERS_KEPT = 50_000

/**
 * Badges that this process has seen completed. A completed badge stays so, which makes it safe to remember: whoever
 * has taken the first step costs no query for it with every further lesson.
 */
export class CompletedBadges {
  readonly #ofUser = new Map<UserId, Set<BadgeType>>()

  has(userId: UserId, type: BadgeType): boolean {
    return this.#ofUser.get(userId)?.has(type) ?? false
  }

  add(userId: UserId, type: BadgeType): void {
    const known = this.#ofUser.get(userId)
    if (known) {
      known.add(type)
      return
    }
    if (this.#ofUser.size >= USERS_KEPT) this.#ofUser.delete(this.#ofUser.keys().next().value!)
    this.#ofUser.set(userId, new Set([type]))
  }
}
