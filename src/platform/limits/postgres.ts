import type { Db } from '../db/database.ts'
import {
  bucketOf,
  instantMicroseconds,
  intervalOf,
  type LimitOutcome,
  type LimitPolicy,
  type LimitStore,
  outcomeOf,
} from './limit.ts'

/** For limits that must hold over restarts and over all processes: guessing is bounded in rows. */
export class PostgresLimits implements LimitStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  async take(policy: LimitPolicy, key: string): Promise<LimitOutcome> {
    const instant = instantMicroseconds()
    const { interval, window } = intervalOf(policy)
    const bucket = bucketOf(policy, key)
    const [row] = await this.#db<{ allowed: boolean; arrival: bigint }>`
      with taken as (
        insert into rate_limit as existing (bucket, arrival)
        values (${bucket}, ${BigInt(instant + interval)})
        on conflict (bucket) do update
          set arrival = greatest(existing.arrival, ${BigInt(instant)}) + ${BigInt(interval)}
          where greatest(existing.arrival, ${BigInt(instant)}) + ${BigInt(interval)} - ${BigInt(instant)} <= ${BigInt(window)}
        returning arrival
      )
      select true as allowed, arrival from taken
      union all
      select false, arrival from rate_limit where bucket = ${bucket} and not exists (select from taken)`
    // No row at all: another request made or deleted it after this statement's snapshot. The next one sees it.
    if (!row) return this.take(policy, key)
    return outcomeOf(policy, row.allowed, Number(row.arrival), instant)
  }

  async refill(policy: LimitPolicy, key: string): Promise<void> {
    await this.#db`delete from rate_limit where bucket = ${bucketOf(policy, key)}`
  }
}

/** Deletes buckets that are full again. */
export async function deleteFullBuckets(db: Db): Promise<void> {
  await db`delete from rate_limit where arrival < ${BigInt(instantMicroseconds())}`
}
