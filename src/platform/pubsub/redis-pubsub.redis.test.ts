import { afterAll, describe, expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import { Redis } from 'ioredis'
import { memoryPubSub } from '../../../test/harness/memory-pubsub.ts'
import { createNetworkProxy } from '../../../test/harness/processes/network-proxy.ts'
import { redisIsInstalled, startTestRedis, type TestRedis } from '../../../test/harness/processes/redis.ts'
import { describePubSub } from '../../../test/harness/pubsub-contract.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { startRedisPubSub } from './redis-pubsub.ts'

describe.skipIf(!redisIsInstalled)('pub/sub with Redis', () => {
  let redis: TestRedis
  let admin: Redis
  const bus = new EventEmitter().setMaxListeners(0)
  afterAll(async () => {
    admin?.disconnect()
    await redis?.kill()
  })

  describePubSub('redis', async () => {
    redis = await startTestRedis()
    admin = new Redis(redis.url)
    admin.on('error', () => undefined)
    return {
      url: redis.url,
      start: (url) => startRedisPubSub(url, memoryPubSub(bus)),
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
    const pubsub = await startRedisPubSub(redis.url, memoryPubSub(bus))
    redis.freeze()
    let inForce = 0
    const joining = [1, 2].map(() => pubsub.subscribe('frozen', () => undefined).then(() => inForce++))
    await Bun.sleep(100)
    expect(inForce).toBe(0)
    redis.thaw()
    await Promise.all(joining)
    await pubsub.close()
  })

  test('messages reach every process once when Redis dies, is away at the start, freezes and comes back', async () => {
    const one = await startRedisPubSub(redis.url, memoryPubSub(bus))
    const received: number[] = []
    await one.subscribe('numbers', (message) => received.push(message as number))
    const sent: number[] = []
    const send = (from: typeof one) => {
      sent.push(sent.length)
      from.publish('numbers', sent.length - 1)
    }
    send(one)
    await redis.kill()
    for (let count = 0; count < 50; count++) send(one)
    await waitUntil(() => !one.isUp())
    // A process that starts now sends and receives.
    const late = await startRedisPubSub(redis.url, memoryPubSub(bus))
    expect(late.isUp()).toBe(false)
    const others: unknown[] = []
    await late.subscribe('numbers', (message) => others.push(message))
    const first = sent.length
    send(late)
    send(one)
    await redis.start()
    await waitUntil(() => one.isUp() && late.isUp())
    for (const from of [one, late]) send(from)
    redis.freeze()
    for (let count = 0; count < 20; count++) send(count % 2 ? one : late)
    await waitUntil(() => !one.isUp() && !late.isUp())
    redis.thaw()
    await waitUntil(() => one.isUp() && late.isUp())
    send(one)
    await waitUntil(() => received.includes(sent.at(-1)!) && others.includes(sent.at(-1)))
    await waitUntil(() => received.length >= sent.length)
    expect(received.toSorted((a, b) => a - b)).toEqual(sent)
    expect((others as number[]).toSorted((a, b) => a - b)).toEqual(sent.slice(first))
    await Promise.all([one.close(), late.close()])
  })

  test('a process that alone has lost Redis receives the messages of the others, also when its connections only seem open', async () => {
    const network = await createNetworkProxy(redis.url)
    const near = await startRedisPubSub(redis.url, memoryPubSub(bus))
    const far = await startRedisPubSub(network.url, memoryPubSub(bus))
    try {
      const others: unknown[] = []
      await far.subscribe('news', (message) => others.push(message))
      network.freeze()
      network.strand()
      await waitUntil(() => !far.isUp())
      expect(near.isUp()).toBe(true)
      await waitUntil(async () => {
        near.publish('news', 'by the other way')
        await Bun.sleep(100)
        return others.includes('by the other way')
      })
      // New connections work, and the dead ones are replaced.
      await waitUntil(() => far.isUp())
    } finally {
      await Promise.all([near.close(), far.close()])
      await network.close()
    }
  })
})
