import { afterAll, describe, expect, test } from 'bun:test'
import { Redis } from 'ioredis'
import { redisIsInstalled, startTestRedis, type TestRedis } from '../../../test/harness/processes/redis.ts'
import { describePubSub } from '../../../test/harness/pubsub-contract.ts'
import { startRedisPubSub } from './redis-pubsub.ts'

describe.skipIf(!redisIsInstalled)('pub/sub with Redis', () => {
  let redis: TestRedis
  let admin: Redis
  afterAll(async () => {
    admin?.disconnect()
    await redis?.kill()
  })

  describePubSub('redis', async () => {
    redis = await startTestRedis()
    admin = new Redis(redis.url)
    return {
      url: redis.url,
      start: startRedisPubSub,
      loseConnections: async () => {
        await admin.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
        await admin.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
      },
      sendForeign: async (channel) => {
        for (const text of ['', 'hello', '{']) await admin.publish(`lyceum:live:${channel}`, text)
      },
    }
  })

  test('a subscription resolves only after Redis has confirmed it, also for a second listener', async () => {
    const pubsub = await startRedisPubSub(redis.url)
    redis.freeze()
    let inForce = 0
    const joining = [1, 2].map(() => pubsub.subscribe('frozen', () => undefined).then(() => inForce++))
    await Bun.sleep(100)
    expect(inForce).toBe(0)
    redis.thaw()
    await Promise.all(joining)
    await pubsub.close()
  })
})
