import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { EventHandler } from '../../platform/transaction/reactions.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { advanceProgress } from './advance-progress.ts'
import type { BadgeDefinitionCache } from './badge-definition-cache.ts'
import type { BadgeEvent } from './badge-rules.ts'
import { CompletedBadgeCache } from './completed-badge-cache.ts'

/**
 * Creates the handler of all events that badges count. It advances all badges of an event in one statement and skips
 * badges that this process saw completed.
 */
export function createBadgeEventHandler(
  publicUrl: string,
  cache: BadgeDefinitionCache,
): EventHandler<BadgeEvent> {
  const completed = new CompletedBadgeCache()

  const advanceAll = async (tx: Tx, events: DomainEvent<BadgeEvent>[]): Promise<void> => {
    const definitions = await cache.get(tx)
    const updates = events
      .map(({ name, data }) => ({
        userId: data.userId,
        at: data.at,
        steps: definitions
          .stepsFor(name, data)
          .filter(({ badgeType }) => !completed.has(data.userId, badgeType)),
      }))
      .filter(({ steps }) => steps.length > 0)
    if (updates.length === 0) return

    const done = await advanceProgress(tx, updates, publicUrl)
    if (done.length === 0) return
    tx.afterCommit(() => {
      for (const { userId, badgeType } of done) completed.add(userId, badgeType)
    })
  }

  const handler: EventHandler<BadgeEvent> = (tx, event) => advanceAll(tx, [event])

  /** One statement for events of different users; events of one user depend on each other and run in order. */
  handler.handleBatch = async (tx, events) => {
    const users = new Set(events.map(({ data }) => data.userId))
    if (users.size === events.length) await advanceAll(tx, events)
    else for (const event of events) await handler(tx, event)
  }
  return handler
}
