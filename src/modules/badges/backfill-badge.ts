import type { BadgeType } from '../../events/badges.ts'
import { log } from '../../platform/log.ts'
import type { Platform } from '../../platform/platform.ts'
import { shareLockRecipients } from '../accounts/public/recipients.ts'
import { listActiveUsers } from '../accounts/public/user-status.ts'
import { advanceProgress } from './advance-progress.ts'
import type { BadgeHistory, HistoricalStep } from './badge-history.ts'
import { findDefinition } from './definition-queries.ts'
import { backfillBadgeJob } from './jobs.ts'
import type { BadgeDefinition } from './public/badge-definition.ts'
import { listUsersToBackfill } from './queries.ts'

const USERS_PER_PAGE = 200
const PAGES_PER_RUN = 50
const CONCURRENCY = 8
const FIRST_USER = '00000000-0000-0000-0000-000000000000'

interface BackfillDeps {
  platform: Pick<Platform, 'db' | 'write' | 'config'>
  history: BadgeHistory
}

/**
 * Counts what users did before a badge existed and completes it for users who did enough. Reads all users in pages and
 * continues with the next page after an interruption. Each item counts once, so it may run several times and concurrently
 * with events.
 */
export async function backfillBadge(
  { platform, history }: BackfillDeps,
  { badgeType, after = FIRST_USER }: { badgeType: BadgeType; after?: string },
  { now, signal }: { now: Date; signal?: AbortSignal },
): Promise<void> {
  let last = after
  for (let pages = 0; pages < PAGES_PER_RUN && !signal?.aborted; pages++) {
    const definition = await findDefinition(platform.db, badgeType)
    // Publishing it again starts another backfill.
    if (definition?.status !== 'PUBLISHED') return
    const userIds = await listActiveUsers(platform.db, { after: last, limit: USERS_PER_PAGE })
    const required = definition.requiredProgress
    const done = (await history[definition.ruleKind]?.(platform.db, { userIds, required })) ?? []
    const usersToBackfill = await listUsersToBackfill(platform.db, definition, { userIds, done })
    for (let first = 0; first < usersToBackfill.length; first += CONCURRENCY)
      await Promise.all(
        usersToBackfill
          .slice(first, first + CONCURRENCY)
          .map((each) => backfillUser(platform, definition, each, now)),
      )
    if (userIds.length < USERS_PER_PAGE) {
      log.info({ badgeType }, 'badges: backfill finished')
      return
    }
    last = userIds.at(-1)!
  }
  await platform.write(async (tx) => tx.enqueue(backfillBadgeJob, { badgeType, after: last }))
}

/** Share-locks the account first, so that no progress is written after the account was erased. */
async function backfillUser(
  { write, config }: BackfillDeps['platform'],
  { type }: BadgeDefinition,
  { userId, step }: HistoricalStep,
  now: Date,
): Promise<void> {
  await write(async (tx) => {
    const activeUsers = await shareLockRecipients(tx, [userId])
    if (activeUsers.size === 0) return
    const at = now.toISOString()
    await advanceProgress(tx, [{ userId, at, steps: [{ badgeType: type, step }] }], config.publicUrl)
  })
}
