import { MINUTE_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { smallestIdAt } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { countBattles, findFirstBattleAt } from '../battle-records/public/count-battles.ts'
import { sumTransfers } from '../ledger/public/sum-transfers.ts'
import { sumOrderOutcomes } from '../payment-orders/public/list-orders.ts'
import { countLessonCompletions } from '../progress/public/count-lesson-completions.ts'
import { countActiveLearners, findFirstActiveDay } from '../streaks/public/activity-stats.ts'
import { addDays, type Day, dayOf, earlier, OPEN_DAYS, openDays } from './day.ts'
import {
  addLearning,
  addLedger,
  addOrders,
  findOldestOpenWrite,
  lockPosition,
  replaceActivity,
  replaceBattles,
  type StatName,
  updatePosition,
} from './queries.ts'

interface Run {
  now: Date
  signal?: AbortSignal
  /** For tests. */
  rowsPerBatch?: number
}

/** A batch takes well below the time limit of statements, also if none of its rows is in memory. */
const ROWS_PER_BATCH = 1_000

/** An id is made at most this long before its row is written, and clocks of processes differ by less. */
const ID_AGE_MS = 2 * MINUTE_MS

/** Counts everything that is new since the last run. Two runs at the same time count every row once. */
export async function countPlatformStats({ write }: Pick<Platform, 'write'>, run: Run): Promise<void> {
  for (const counted of ADDED) await addNewRows({ write }, counted, run)
  for (const counted of REPLACED) await replaceOpenDays({ write }, counted, run)
}

interface Range {
  after: string
  before: string
  limit: number
}

interface Batch {
  count: number
  lastId: string | undefined
}

/** Rows that never change, counted in the order of their ids. */
interface AddedStat {
  name: StatName
  /** Counts a batch and returns its size and its last id. */
  add: (tx: Tx, range: Range) => Promise<Batch>
}

const ADDED = [
  added('LEDGER', sumTransfers, addLedger),
  added('LEARNING', countLessonCompletions, addLearning),
  added('ORDERS', sumOrderOutcomes, addOrders),
]

function added<Row>(
  name: StatName,
  sum: (tx: Tx, range: Range) => Promise<Batch & { days: Row[] }>,
  store: (tx: Tx, days: Row[]) => Promise<void>,
): AddedStat {
  const add = async (tx: Tx, range: Range) => {
    const { days, ...batch } = await sum(tx, range)
    await store(tx, days)
    return batch
  }
  return { name, add }
}

/**
 * Counts rows batch by batch. The counts of a batch and its last id are one commit. A row with a smaller id than the last one may
 * still be uncommitted, so rows that are newer than the oldest open transaction wait for the next run.
 */
async function addNewRows(
  { write }: Pick<Platform, 'write'>,
  { name, add }: AddedStat,
  { now, signal, rowsPerBatch = ROWS_PER_BATCH }: Run,
): Promise<void> {
  while (!signal?.aborted) {
    const count = await write(async (tx) => {
      const after = (await lockPosition(tx, name)) ?? smallestIdAt(new Date(0))
      const oldest = (await findOldestOpenWrite(tx)) ?? now
      const until = Math.min(now.getTime(), oldest.getTime()) - ID_AGE_MS
      const before = smallestIdAt(new Date(until))
      const batch = await add(tx, { after, before, limit: rowsPerBatch })
      if (batch.lastId) await updatePosition(tx, name, batch.lastId)
      return batch.count
    })
    if (count < rowsPerBatch) return
  }
}

/** Rows that may change for some days: all rows of a day are counted again until then. */
interface ReplacedStat {
  name: StatName
  findFirstDay: (db: Db) => Promise<Day | undefined>
  replace: (tx: Tx, day: Day, rowsPerBatch: number | undefined) => Promise<void>
}

const REPLACED: ReplacedStat[] = [
  {
    name: 'ACTIVITY',
    findFirstDay: findFirstActiveDay,
    replace: async (tx, day, rowsPerBatch) =>
      replaceActivity(tx, day, await countActiveLearners(tx, day, rowsPerBatch)),
  },
  {
    name: 'BATTLES',
    findFirstDay: async (db) => {
      const at = await findFirstBattleAt(db)
      return at && dayOf(at)
    },
    replace: async (tx, day) => replaceBattles(tx, day, await countBattles(tx, day)),
  },
]

/** Counts the open days, and all days since the last run or the first row. A day is one transaction. */
async function replaceOpenDays(
  { write }: Pick<Platform, 'write'>,
  { name, findFirstDay, replace }: ReplacedStat,
  { now, signal, rowsPerBatch }: Run,
): Promise<void> {
  const open = openDays(now)
  for (let next: Day | undefined; !signal?.aborted; ) {
    next = await write(async (tx) => {
      const position = await lockPosition(tx, name)
      const day =
        next ?? (position ? earlier(addDays(position, -OPEN_DAYS), open.first) : await findFirstDay(tx))
      if (!day || day > open.last) return undefined
      await replace(tx, day, rowsPerBatch)
      if (!position || day > position) await updatePosition(tx, name, day)
      return addDays(day, 1)
    })
    if (!next) return
  }
}
