import { later } from '../../../platform/clock.ts'
import { gather } from '../../../platform/gather.ts'
import { newId } from '../../../platform/ids.ts'
import type { BattleParts } from '../battles.ts'
import { type JoinQueue, joinQueue } from './join-queue.ts'
import { type EntryRow, insertQueued, type NewEntry } from './queries.ts'

const JOINS_AT_ONCE = 200
const PACE_MS = 20

type Join = Omit<JoinQueue, 'rules'>

/**
 * Where everybody joins. Those who play for nothing move nothing but their own row, so all who come at about the same
 * time are written by one statement. Whoever has a stake, or waits or plays already, takes the long way.
 */
export class JoinDesk {
  readonly #parts: BattleParts
  readonly #insert: (join: Join) => Promise<EntryRow | undefined>

  constructor(parts: BattleParts) {
    this.#parts = parts
    const insertAll = (joins: Join[]) => this.#insertAll(joins)
    this.#insert = gather(insertAll, { most: JOINS_AT_ONCE, paceMs: PACE_MS, triesAlone: true })
  }

  async join(join: Join): Promise<EntryRow> {
    const { platform, rules } = this.#parts
    const entry = join.stake === 0n ? await this.#insert(join) : undefined
    return entry ?? platform.write((tx) => joinQueue(tx, { ...join, rules }))
  }

  async #insertAll(joins: Join[]): Promise<(EntryRow | undefined)[]> {
    const { platform, rules } = this.#parts
    const entries = joins.map((join): NewEntry => {
      return { ...join, id: newId(), expiresAt: later(join.now, rules.queueMs) }
    })
    const inserted = new Set(await insertQueued(platform.db, entries))
    return entries.map(({ now, ...entry }) =>
      inserted.has(entry.id)
        ? { ...entry, status: 'QUEUED', isLive: true, roomId: null, joinedAt: now }
        : undefined,
    )
  }
}
