import { DatabaseFault } from '../../platform/db/faults.ts'
import type { UserId } from '../../platform/ids.ts'
import { log } from '../../platform/log.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Tx } from '../../platform/tx.ts'
import { type BooksMoment, listMovedUsers, readBooksMoment } from '../rewards/balances/list-moved-users.ts'
import { listUserBalances } from '../rewards/balances/list-user-balances.ts'
import { SETTLED_ASSETS, type SettledAsset } from './batch.ts'
import {
  findCursor,
  insertDue,
  listPositions,
  lockSettling,
  lockSettlingShared,
  replaceCursor,
} from './queries.ts'

const USERS_LOOKED_AT = 1_000
/** A statement took too long; who waited too long for a lock is told otherwise. */
const OUT_OF_TIME = '57014'

type Settler = Pick<Platform, 'db' | 'write'>

/**
 * Writes down whose balances have moved since the books were last read, and how far they are read now, at once. The
 * whole books are walked through the first time, when they came here from another cluster by a backup, and when too much
 * is new.
 */
export async function collectDue(platform: Settler, signal?: AbortSignal): Promise<void> {
  const reading = platform.write(async (tx) => {
    await lockSettling(tx)
    return readOn(tx)
  })
  // After a long silence there may be more to read than one statement has time for. There always would be.
  const isRead = await reading.catch((fault) => {
    if (!(fault instanceof DatabaseFault) || fault.sqlState !== OUT_OF_TIME) throw fault
    log.warn({ fault: String(fault) }, 'settlement: too much is new; the whole books are walked through')
    return false
  })
  if (!isRead) await walkThrough(platform, signal)
}

async function readOn(tx: Tx): Promise<boolean> {
  const cursor = await findCursor(tx)
  const moment = await readBooksMoment(tx)
  if (!cursor || !isLater(moment, cursor)) return false
  const moved = await listMovedUsers(tx, { since: cursor, assets: SETTLED_ASSETS })
  await insertDue(tx, moved as { userId: UserId; asset: SettledAsset }[])
  await replaceCursor(tx, moment)
  return true
}

function isLater(moment: BooksMoment, cursor: BooksMoment): boolean {
  return moment.cluster === cursor.cluster && moment.transactionNumber >= cursor.transactionNumber
}

/** The moment is that before the walk, and is written down after it: stopped half-way, the next walk begins again. */
async function walkThrough({ db, write }: Settler, signal?: AbortSignal): Promise<void> {
  const moment = await readBooksMoment(db)
  for (const asset of SETTLED_ASSETS) {
    for (let after: UserId | undefined; ; ) {
      if (signal?.aborted) return
      const page = { asset, after, limit: USERS_LOOKED_AT }
      const userIds = await write((tx) => lookAt(tx, page))
      if (userIds.length < USERS_LOOKED_AT) break
      after = userIds.at(-1)
    }
  }
  await write(async (tx) => {
    await lockSettling(tx)
    await replaceCursor(tx, moment)
  })
}

interface Page {
  asset: SettledAsset
  after: UserId | undefined
  limit: number
}

/**
 * Nobody settles meanwhile: they would take away the row of somebody whose balance they had read before it moved, and
 * here it would have been found in its place.
 */
async function lookAt(tx: Tx, page: Page): Promise<UserId[]> {
  const { asset } = page
  await lockSettlingShared(tx)
  const held = await listUserBalances(tx, page)
  const userIds = held.map(({ userId }) => userId)
  const positions = await listPositions(tx, asset, userIds)
  const settled = new Map(positions.map((position) => [position.userId, position.settled]))
  const differing = held.filter(({ userId, balance }) => balance !== (settled.get(userId) ?? 0n))
  await insertDue(
    tx,
    differing.map(({ userId }) => ({ userId, asset })),
  )
  return userIds
}
