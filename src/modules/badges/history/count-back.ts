import { now } from '../../../platform/clock.ts'
import { log } from '../../../platform/log.ts'
import type { Platform } from '../../../platform/platform.ts'
import { listPresentUsers } from '../../identity/accounts/list-present-users.ts'
import { lockRecipients } from '../../identity/accounts/recipients.ts'
import { advanceUsers } from '../advance-users.ts'
import type { BadgeType, Definition } from '../definitions/definition.ts'
import { findDefinition } from '../definitions/queries.ts'
import { countBack } from '../jobs.ts'
import { listUncounted } from '../queries.ts'
import type { History, PastStep } from './history.ts'

const USERS_A_PAGE = 200
const PAGES_A_RUN = 50
const AT_ONCE = 8
const FIRST_USER = '00000000-0000-0000-0000-000000000000'

interface CountBack {
  platform: Pick<Platform, 'db' | 'write' | 'config'>
  history: History
}

/**
 * Counts for a badge what was done before it was there, and gives it to who has enough. It goes through all users in pages,
 * and on from where it was when it is interrupted; what counted once does not count again, so it may run beside the facts,
 * beside itself, and as often as anybody likes.
 */
export async function countForBadge(
  { platform, history }: CountBack,
  { badgeType, after = FIRST_USER }: { badgeType: BadgeType; after?: string },
  signal?: AbortSignal,
): Promise<void> {
  let last = after
  for (let pages = 0; pages < PAGES_A_RUN && !signal?.aborted; pages++) {
    const definition = await findDefinition(platform.db, badgeType)
    // It counts again when it is published again.
    if (definition?.status !== 'PUBLISHED') return
    const userIds = await listPresentUsers(platform.db, { after: last, limit: USERS_A_PAGE })
    const required = definition.requiredProgress
    const done = (await history[definition.ruleKind]?.(platform.db, { userIds, required })) ?? []
    const uncounted = await listUncounted(platform.db, definition, { userIds, done })
    for (let first = 0; first < uncounted.length; first += AT_ONCE)
      await Promise.all(
        uncounted.slice(first, first + AT_ONCE).map((each) => countForUser(platform, definition, each)),
      )
    if (userIds.length < USERS_A_PAGE) {
      log.info({ badgeType }, 'badges: all that was done before is counted')
      return
    }
    last = userIds.at(-1)!
  }
  await platform.write(async (tx) => tx.enqueue(countBack, { badgeType, after: last }))
}

/** Of whoever leaves meanwhile nothing is written that their farewell would not find. */
async function countForUser(
  { write, config }: CountBack['platform'],
  { type }: Definition,
  { userId, step }: PastStep,
): Promise<void> {
  await write(async (tx) => {
    const present = await lockRecipients(tx, [userId])
    if (present.size === 0) return
    const at = now().toISOString()
    await advanceUsers(tx, [{ userId, at, steps: [{ badgeType: type, step }] }], config.publicUrl)
  })
}
