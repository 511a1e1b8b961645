import { Redis } from 'ioredis'
import { log } from '../log.ts'
import {
  bucketOf,
  givenInstant,
  intervalOf,
  type RateLimitPolicy,
  type RateLimitResult,
  type RateLimitStore,
  resultOf,
} from './rate-limit.ts'

const TAKE = `
local arrival = tonumber(redis.call('GET', KEYS[1]) or '0')
local instant, interval, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
if instant == 0 then
  local time = redis.call('TIME')
  instant = tonumber(time[1]) * 1000000 + tonumber(time[2])
end
if arrival < instant or arrival > instant + window then arrival = instant end
if arrival + interval - instant > window then
  return {0, string.format('%.0f', arrival), string.format('%.0f', instant)}
end
arrival = arrival + interval
redis.call('SET', KEYS[1], string.format('%.0f', arrival), 'PX', math.ceil((arrival - instant) / 1000) + 1000)
return {1, string.format('%.0f', arrival), string.format('%.0f', instant)}`

const RETURN_TOKEN = `
local arrival = redis.call('GET', KEYS[1])
if arrival then redis.call('SET', KEYS[1], string.format('%.0f', tonumber(arrival) - tonumber(ARGV[1])), 'KEEPTTL') end`

/** A frozen Redis, or one behind a network that drops packets, counts as unavailable. */
const COMMAND_LIMIT_MS = 1_000

/** The strict limits in Redis, shared by all processes. If Redis is unavailable, `fallback` decides. */
export class RedisRateLimitStore implements RateLimitStore {
  readonly #redis: Redis
  readonly #fallback: RateLimitStore

  constructor(url: string, fallback: RateLimitStore) {
    this.#redis = new Redis(url, {
      maxRetriesPerRequest: 1,
      enableOfflineQueue: false,
      commandTimeout: COMMAND_LIMIT_MS,
    })
    let isReported = false
    this.#redis.on('error', (error) => {
      if (!isReported)
        log.warn({ error: String(error) }, 'rate limits: Redis unavailable, PostgreSQL decides')
      isReported = true
    })
    this.#redis.on('ready', () => {
      isReported = false
    })
    this.#fallback = fallback
  }

  async take(policy: RateLimitPolicy, key: string): Promise<RateLimitResult> {
    const { interval, window } = intervalOf(policy)
    try {
      const [allowed, arrival, instant] = (await this.#redis.eval(
        TAKE,
        1,
        keyOf(policy, key),
        givenInstant() ?? 0,
        interval,
        window,
      )) as [number, string, string]
      return resultOf(policy, allowed === 1, Number(arrival), Number(instant))
    } catch {
      return this.#fallback.take(policy, key)
    }
  }

  async refill(policy: RateLimitPolicy, key: string): Promise<void> {
    await Promise.allSettled([this.#redis.del(keyOf(policy, key)), this.#fallback.refill(policy, key)])
  }

  /** Returns the token to Redis, or to the fallback while Redis is unavailable. */
  async returnToken(policy: RateLimitPolicy, key: string): Promise<void> {
    try {
      await this.#redis.eval(RETURN_TOKEN, 1, keyOf(policy, key), intervalOf(policy).interval)
    } catch {
      await this.#fallback.returnToken(policy, key)
    }
  }

  close(): void {
    this.#redis.disconnect()
  }
}

function keyOf(policy: RateLimitPolicy, key: string): string {
  return `lyceum:limit:${bucketOf(policy, key)}`
}
