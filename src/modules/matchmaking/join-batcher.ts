import { addMs } from '../../platform/clock.ts'
import { createBatcher } from '../../platform/concurrency/batcher.ts'
import { newId } from '../../platform/ids.ts'
import type { BattleDeps } from '../battle-records/public/battle-deps.ts'
import { type EntryRow, insertEntries, type NewEntry } from '../battle-records/public/entries.ts'
import { type JoinQueue, joinQueue } from './join-queue.ts'

const JOINS_PER_BATCH = 200
const BATCH_INTERVAL_MS = 20

type Join = Omit<JoinQueue, 'rules' | 'stakeRules'>

/**
 * Inserts entries without a stake in batches (one statement for up to 200 joins). Joins with a stake, or of a user who
 * has a live entry, run in their own transaction.
 */
export class JoinBatcher {
  readonly #deps: BattleDeps
  readonly #insert: (join: Join) => Promise<EntryRow | undefined>

  constructor(deps: BattleDeps) {
    this.#deps = deps
    const insertAll = (joins: Join[]) => this.#insertAll(joins)
    this.#insert = createBatcher(insertAll, {
      maxBatchSize: JOINS_PER_BATCH,
      minIntervalMs: BATCH_INTERVAL_MS,
      retryItemsSeparately: true,
    })
  }

  async join(join: Join): Promise<EntryRow> {
    const { platform, rules, stakeRules } = this.#deps
    const entry = join.stake === 0n ? await this.#insert(join) : undefined
    return entry ?? platform.write((tx) => joinQueue(tx, { ...join, rules, stakeRules }))
  }

  async #insertAll(joins: Join[]): Promise<(EntryRow | undefined)[]> {
    const { platform, rules } = this.#deps
    const entries = joins.map((join): NewEntry => {
      return { ...join, id: newId(), expiresAt: addMs(join.now, rules.queueTimeoutMs) }
    })
    const inserted = new Set(await insertEntries(platform.autocommitDb, entries))
    return entries.map(({ now, ...entry }) =>
      inserted.has(entry.id)
        ? { ...entry, status: 'QUEUED', isLive: true, roomId: null, joinedAt: now }
        : undefined,
    )
  }
}
