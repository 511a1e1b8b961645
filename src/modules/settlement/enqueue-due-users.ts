import { DatabaseError } from '../../platform/db/database-error.ts'
import type { UserId } from '../../platform/ids.ts'
import { log } from '../../platform/log.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { listUserBalances } from '../ledger/public/list-balances.ts'
import { type LedgerCursor, listChangedUsers, readLedgerCursor } from '../ledger/public/list-changed-users.ts'
import { SETTLED_ASSETS, type SettledAsset } from './batch.ts'
import {
  findCursor,
  insertDue,
  listPositions,
  lockSettlement,
  replaceCursor,
  shareLockSettlement,
} from './queries.ts'

const PAGE_SIZE = 1_000
/** PostgreSQL's code for a statement timeout; a lock timeout has another code. */
const QUERY_CANCELED = '57014'

type Settler = Pick<Platform, 'db' | 'write'>

/**
 * Stores the users whose balances changed since the last run, with the new ledger cursor, in one transaction. Scans all
 * balances on the first run, after a restore from another cluster, and when the changes are too many to read in time.
 */
export async function enqueueDueUsers(platform: Settler, signal?: AbortSignal): Promise<void> {
  const incrementalRead = platform.write(async (tx) => {
    await lockSettlement(tx)
    return enqueueFromNewTransfers(tx)
  })
  // After a long pause the changes may need more time than a statement has, and a retry would need more.
  const isRead = await incrementalRead.catch((error) => {
    if (!(error instanceof DatabaseError) || error.sqlState !== QUERY_CANCELED) throw error
    log.warn({ error: String(error) }, 'settlement: incremental read timed out, scanning all balances')
    return false
  })
  if (!isRead) await enqueueFromAllBalances(platform, signal)
}

async function enqueueFromNewTransfers(tx: Tx): Promise<boolean> {
  const cursor = await findCursor(tx)
  const position = await readLedgerCursor(tx)
  if (!cursor || !isAfter(position, cursor)) return false
  const changed = await listChangedUsers(tx, { since: cursor, assets: SETTLED_ASSETS })
  await insertDue(tx, changed as { userId: UserId; asset: SettledAsset }[])
  await replaceCursor(tx, position)
  return true
}

function isAfter(position: LedgerCursor, cursor: LedgerCursor): boolean {
  return position.cluster === cursor.cluster && position.transactionNumber >= cursor.transactionNumber
}

/** Reads the cursor before the scan and stores it after, so that an interrupted scan starts again. */
async function enqueueFromAllBalances({ db, write }: Settler, signal?: AbortSignal): Promise<void> {
  const position = await readLedgerCursor(db)
  for (const asset of SETTLED_ASSETS) {
    for (let after: UserId | undefined; ; ) {
      if (signal?.aborted) return
      const page = { asset, after, limit: PAGE_SIZE }
      const userIds = await write((tx) => enqueueDuePage(tx, page))
      if (userIds.length < PAGE_SIZE) break
      after = userIds.at(-1)
    }
  }
  await write(async (tx) => {
    await lockSettlement(tx)
    await replaceCursor(tx, position)
  })
}

interface Page {
  asset: SettledAsset
  after: UserId | undefined
  limit: number
}

/**
 * Takes the shared settlement lock: a concurrent settlement could delete a `settlement_due` row based on a balance
 * read before the change.
 */
async function enqueueDuePage(tx: Tx, page: Page): Promise<UserId[]> {
  const { asset } = page
  await shareLockSettlement(tx)
  const balances = await listUserBalances(tx, page)
  const userIds = balances.map(({ userId }) => userId)
  const positions = await listPositions(tx, asset, userIds)
  const settled = new Map(positions.map((position) => [position.userId, position.settled]))
  const differing = balances.filter(({ userId, balance }) => balance !== (settled.get(userId) ?? 0n))
  await insertDue(
    tx,
    differing.map(({ userId }) => ({ userId, asset })),
  )
  return userIds
}
