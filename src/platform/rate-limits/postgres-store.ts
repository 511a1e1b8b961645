import type { AutocommitDb } from '../db/database.ts'
import {
  bucketOf,
  givenInstant,
  intervalOf,
  type RateLimitPolicy,
  type RateLimitResult,
  type RateLimitStore,
  resultOf,
} from './rate-limit.ts'

/**
 * Microseconds. A statement reads the clock before it has the lock of the row. In the meantime others may have read it later and
 * filled the bucket, so a stored time is from a clock that was stepped back only if it is further away than a statement waits.
 */
const LONGEST_STATEMENT = 10_000_000

/** For limits that must survive restarts and apply across all processes, such as those against guessing. */
export class PostgresRateLimitStore implements RateLimitStore {
  readonly #autocommitDb: AutocommitDb

  constructor(autocommitDb: AutocommitDb) {
    this.#autocommitDb = autocommitDb
  }

  async take(policy: RateLimitPolicy, key: string): Promise<RateLimitResult> {
    const { interval, window } = intervalOf(policy)
    const bucket = bucketOf(policy, key)
    const stepped = window - interval + LONGEST_STATEMENT
    // `excluded.theoretical_arrival` is the current time and one interval.
    const [row] = await this.#autocommitDb<{ allowed: boolean; arrival: bigint; instant: bigint }>`
      with clock as materialized (
        select coalesce(${givenInstant()}::bigint, (extract(epoch from clock_timestamp()) * 1000000)::bigint) as instant
      ), taken as (
        insert into rate_limit as existing (bucket, theoretical_arrival)
        select ${bucket}, instant + ${BigInt(interval)} from clock
        on conflict (bucket) do update
          set theoretical_arrival = case
              when existing.theoretical_arrival > excluded.theoretical_arrival + ${BigInt(stepped)}
              then excluded.theoretical_arrival
              else greatest(existing.theoretical_arrival + ${BigInt(interval)}, excluded.theoretical_arrival) end
          where existing.theoretical_arrival > excluded.theoretical_arrival + ${BigInt(stepped)}
            or existing.theoretical_arrival + ${BigInt(interval)} <= excluded.theoretical_arrival + ${BigInt(window - interval)}
        returning theoretical_arrival
      )
      select true as allowed, theoretical_arrival as arrival, instant from taken, clock
      union all
      select false, theoretical_arrival, instant from rate_limit, clock
      where bucket = ${bucket} and not exists (select from taken)`
    // No row: another request inserted or deleted it after this statement's snapshot. The next attempt sees
    // it.
    if (!row) return this.take(policy, key)
    return resultOf(policy, row.allowed, Number(row.arrival), Number(row.instant))
  }

  async refill(policy: RateLimitPolicy, key: string): Promise<void> {
    await this.#autocommitDb`delete from rate_limit where bucket = ${bucketOf(policy, key)}`
  }

  async returnToken(policy: RateLimitPolicy, key: string): Promise<void> {
    await this.#autocommitDb`
      update rate_limit set theoretical_arrival = theoretical_arrival - ${BigInt(intervalOf(policy).interval)}
      where bucket = ${bucketOf(policy, key)}`
  }
}

const PAGE = 2_000

/**
 * Deletes full buckets. There is no index by fullness, because every request would have to update it: this
 * scans all buckets page by page. A bucket in use is not full.
 */
export async function deleteFullBuckets(autocommitDb: AutocommitDb, signal?: AbortSignal): Promise<void> {
  for (let after = ''; !signal?.aborted; ) {
    const [page] = await autocommitDb<{ last: string | null; seen: number }>`
      with page as materialized (
        select bucket from rate_limit where bucket > ${after} order by bucket limit ${PAGE}
      ), full_again as (
        select bucket from rate_limit
        where bucket = any(array(select bucket from page)) and theoretical_arrival <
          coalesce(${givenInstant()}::bigint, (extract(epoch from clock_timestamp()) * 1000000)::bigint)
        for update skip locked
      ), gone as (
        delete from rate_limit where bucket = any(array(select bucket from full_again))
      )
      select max(bucket) as last, count(*)::integer as seen from page`
    if (page!.last === null || page!.seen < PAGE) return
    after = page!.last
  }
}
