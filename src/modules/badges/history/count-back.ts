import { now } from '../../../platform/clock.ts'
import { log } from '../../../platform/log.ts'
import type { Platform } from '../../../platform/platform.ts'
import { lockRecipients } from '../../identity/accounts/recipients.ts'
import { advanceUser } from '../advance-user.ts'
import type { BadgeType, Definition } from '../definitions/definition.ts'
import { findDefinition } from '../definitions/queries.ts'
import { countBack } from '../jobs.ts'
import { listUncounted, listUsersWithEnough } from '../queries.ts'
import { type CountPlace, type History, PARTS, type PastStep } from './history.ts'

const USERS_A_PAGE = 200
const PAGES_A_RUN = 50
const AT_ONCE = 8
const FIRST_USER = '00000000-0000-0000-0000-000000000000'

interface CountBack {
  platform: Pick<Platform, 'db' | 'write' | 'config'>
  history: History
}

/**
 * Counts for a badge what was done before it was there, and gives it to who has enough. It goes through users in pages,
 * and again from where it was when it is interrupted; what counted once does not count again, so it may run beside the
 * facts, beside itself, and as often as anybody likes.
 */
export async function countForBadge(
  { platform, history }: CountBack,
  { badgeType, from }: { badgeType: BadgeType; from?: CountPlace },
  signal?: AbortSignal,
): Promise<void> {
  let place: CountPlace | undefined = from ?? { part: 'COUNTED', after: FIRST_USER }
  for (let pages = 0; place && pages < PAGES_A_RUN && !signal?.aborted; pages++) {
    const definition = await findDefinition(platform.db, badgeType)
    // It counts again when it is published again.
    if (definition?.status !== 'PUBLISHED') return
    const steps = await listSteps({ platform, history }, definition, place)
    const uncounted = place.part === 'DONE' ? await listUncounted(platform.db, badgeType, steps) : steps
    for (let first = 0; first < uncounted.length; first += AT_ONCE)
      await Promise.all(
        uncounted.slice(first, first + AT_ONCE).map((each) => countForUser(platform, definition, each)),
      )
    place = placeAfter(place, steps)
  }
  if (!place) {
    log.info({ badgeType }, 'badges: all that was done before is counted')
    return
  }
  const next = place
  await platform.write(async (tx) => tx.enqueue(countBack, { badgeType, from: next }))
}

async function listSteps(
  { platform: { db }, history }: CountBack,
  { type, ruleKind, requiredProgress: required }: Definition,
  { part, after }: CountPlace,
): Promise<PastStep[]> {
  const page = { after, required, limit: USERS_A_PAGE }
  if (part === 'DONE') return (await history[ruleKind]?.(db, page)) ?? []
  const users = await listUsersWithEnough(db, { badgeType: type, ...page })
  return users.map((userId) => ({ userId, step: { marks: [] } }))
}

function placeAfter({ part }: CountPlace, steps: PastStep[]): CountPlace | undefined {
  if (steps.length === USERS_A_PAGE) return { part, after: steps.at(-1)!.userId }
  const next = PARTS[PARTS.indexOf(part) + 1]
  return next && { part: next, after: FIRST_USER }
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
    await advanceUser(tx, { userId, steps: [{ badgeType: type, step }], at, publicUrl: config.publicUrl })
  })
}
