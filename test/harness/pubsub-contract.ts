import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { PubSub } from '../../src/platform/pubsub/pubsub.ts'
import { createNetworkProxy, type NetworkProxy } from './processes/network-proxy.ts'
import { waitUntil } from './wait-until.ts'

export interface PubSubBackend {
  url: string
  start(url: string): Promise<PubSub>
  /** Closes the connections on the server, as an administrator or a failover would. */
  loseConnections(): Promise<void>
  /** Sends a foreign message to the channel. */
  sendForeign(channel: string): Promise<void>
}

/** The tests that every pub/sub transport must pass. */
export function describePubSub(kind: 'postgres' | 'redis', prepare: () => Promise<PubSubBackend>): void {
  let backend: PubSubBackend
  const open: { close(): Promise<unknown> }[] = []
  beforeAll(async () => {
    backend = await prepare()
  })
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.close()))
  })

  async function start(url = backend.url): Promise<PubSub> {
    const pubsub = await backend.start(url)
    open.push(pubsub)
    return pubsub
  }
  async function collectMessages(pubsub: PubSub, channel: string): Promise<unknown[]> {
    const received: unknown[] = []
    await pubsub.subscribe(channel, (message) => received.push(message))
    return received
  }
  /** Publishes until a message arrives, because the duration of a reconnect is not specified. */
  async function waitUntilReceived(pubsub: PubSub, channel: string, received: unknown[]): Promise<void> {
    await waitUntil(async () => {
      pubsub.publish(channel, 'probe')
      await Bun.sleep(100)
      return received.includes('probe')
    })
  }

  describe(`pub/sub by ${kind}`, () => {
    test('a message reaches every subscriber of the channel, in this process and on another connection', async () => {
      const [one, other] = [await start(), await start()]
      const received = [
        await collectMessages(one, 'news'),
        await collectMessages(one, 'news'),
        await collectMessages(other, 'news'),
      ]
      one.publish('news', { id: 1 })
      await waitUntil(() => received.every((list) => list.length === 1))
      other.publish('news', { id: 2 })
      await waitUntil(() => received.every((list) => list.length === 2))
      expect(received).toEqual(Array(3).fill([{ id: 1 }, { id: 2 }]))
    })

    test('a message reaches a subscriber that joins a channel while another is joining it', async () => {
      const pubsub = await start()
      for (let round = 0; round < 20; round++) {
        const channel = `crowd ${round}`
        const first = pubsub.subscribe(channel, () => undefined)
        const received = await collectMessages(pubsub, channel)
        pubsub.publish(channel, round)
        await waitUntil(() => received.length === 1)
        await first
      }
    })

    test('messages reach and come from another process', async () => {
      const pubsub = await start()
      const received = await collectMessages(pubsub, 'between')
      const script = join(import.meta.dir, 'pubsub-process.ts')
      const child = Bun.spawn([process.execPath, script, kind, backend.url, 'between'], {
        stdin: 'pipe',
        stdout: 'pipe',
      })
      const printed: unknown[] = []
      const reading = (async () => {
        let text = ''
        for await (const bytes of child.stdout) {
          text += new TextDecoder().decode(bytes)
          const lines = text.split('\n')
          text = lines.pop()!
          printed.push(...lines.map((line) => JSON.parse(line)))
        }
      })()
      try {
        await waitUntil(() => printed.includes('listening'))
        pubsub.publish('between', { from: 'here' })
        await waitUntil(() => printed.length === 2)
        child.stdin.write(`${JSON.stringify({ from: 'there' })}\n`)
        child.stdin.flush()
        await waitUntil(() => received.length === 2)
        expect(received).toEqual([{ from: 'here' }, { from: 'there' }])
        await waitUntil(() => printed.length === 3)
        expect(printed).toEqual(['listening', { from: 'here' }, { from: 'there' }])
      } finally {
        child.kill()
        await Promise.all([child.exited, reading])
      }
    })

    test('a message does not reach other channels', async () => {
      const pubsub = await start()
      const channels = ['a', 'b', 'battle:019a', 'a:b', 'Ä 🦉 "quoted"', "it's", '*', 'a*']
      const received = await Promise.all(channels.map((channel) => collectMessages(pubsub, channel)))
      for (const channel of channels) pubsub.publish(channel, `for ${channel}`)
      await waitUntil(() => received.every((list) => list.length > 0))
      await Bun.sleep(50)
      expect(received).toEqual(channels.map((channel) => [`for ${channel}`]))
    })

    test('a message arrives unchanged with any content', async () => {
      const [one, other] = [await start(), await start()]
      const received = await collectMessages(other, 'content')
      const messages = [
        'κόσμε 🦉 \u0000 \u2028 \\ " \' $1 %s',
        '\ud800',
        0,
        -1.5,
        true,
        null,
        [],
        {},
        '',
        [[1], { a: null }],
      ]
      for (const message of messages) one.publish('content', message)
      await waitUntil(() => received.length === messages.length)
      expect(received).toEqual(messages)
    })

    test('messages of one publisher arrive in order, and 5,000 concurrent ones all arrive', async () => {
      const [one, other] = [await start(), await start()]
      const received = await collectMessages(other, 'many')
      for (let count = 0; count < 5_000; count++) one.publish('many', { count })
      await waitUntil(() => received.length >= 5_000)
      expect(received).toEqual(Array.from({ length: 5_000 }, (_, count) => ({ count })))
    })

    test('identical messages all arrive', async () => {
      const pubsub = await start()
      const received = await collectMessages(pubsub, 'ticks')
      for (let count = 0; count < 5_000; count++) pubsub.publish('ticks', 'tick')
      pubsub.publish('ticks', 'end')
      await waitUntil(() => received.includes('end'))
      expect(received).toHaveLength(5_001)
    })

    test('a message does not reach an ended subscription, and still reaches others', async () => {
      const pubsub = await start()
      const left: unknown[] = []
      const subscription = await pubsub.subscribe('leaving', (message) => left.push(message))
      const stayed = await collectMessages(pubsub, 'leaving')
      pubsub.publish('leaving', 1)
      await waitUntil(() => left.length === 1 && stayed.length === 1)
      await subscription.end()
      await subscription.end()
      pubsub.publish('leaving', 2)
      await waitUntil(() => stayed.length === 2)
      expect(left).toEqual([1])
    })

    test('a message reaches a subscriber that left as the last one and subscribed again', async () => {
      const pubsub = await start()
      const first = await pubsub.subscribe('returning', () => undefined)
      const leaving = first.end()
      const received = await collectMessages(pubsub, 'returning')
      await leaving
      pubsub.publish('returning', 'back')
      await waitUntil(() => received.length === 1)
    })

    test('a message that is too large is refused by publish', async () => {
      const pubsub = await start()
      const received = await collectMessages(pubsub, 'large')
      const largest = 'x'.repeat(7_000 - 'large'.length - 2)
      pubsub.publish('large', largest)
      expect(() => pubsub.publish('large', `${largest}x`)).toThrow(RangeError)
      expect(() => pubsub.publish('large', '🦉'.repeat(1_800))).toThrow('bytes')
      pubsub.publish('large', 'small')
      await waitUntil(() => received.length === 2)
      expect(received).toEqual([largest, 'small'])
    })

    test('a message reaches the other subscribers when one listener throws', async () => {
      const pubsub = await start()
      await pubsub.subscribe('thrown', () => {
        throw new Error('a listener with a fault')
      })
      const received = await collectMessages(pubsub, 'thrown')
      pubsub.publish('thrown', 1)
      pubsub.publish('thrown', 2)
      await waitUntil(() => received.length === 2)
    })

    test('messages still arrive after a foreign message', async () => {
      const pubsub = await start()
      const received = await collectMessages(pubsub, 'foreign')
      await backend.sendForeign('foreign')
      pubsub.publish('foreign', 1)
      await waitUntil(() => received.length === 1)
      expect(received).toEqual([1])
    })

    test('messages arrive again after the server closed the connections', async () => {
      const pubsub = await start()
      const received = [
        await collectMessages(pubsub, 'lost one'),
        await collectMessages(pubsub, 'lost other'),
      ]
      for (let round = 0; round < 2; round++) {
        await backend.loseConnections()
        await waitUntilReceived(pubsub, 'lost one', received[0]!)
        await waitUntilReceived(pubsub, 'lost other', received[1]!)
        for (const list of received) list.length = 0
      }
    })

    describe('pub/sub while the transport is unavailable', () => {
      let network: NetworkProxy
      beforeAll(async () => {
        network = await createNetworkProxy(backend.url)
      })
      afterAll(() => network.close())

      test('publish and subscribe do not throw while the transport is unavailable, and work after it returns', async () => {
        const pubsub = await start(network.url)
        const received = await collectMessages(pubsub, 'away')
        await network.cut()
        for (let count = 0; count < 200; count++) pubsub.publish('away', count)
        await Bun.sleep(500)
        pubsub.publish('away', 'still away')
        const joining = collectMessages(pubsub, 'joined while away')
        await Bun.sleep(200)
        await network.restore()
        await waitUntilReceived(pubsub, 'away', received)
        await waitUntilReceived(pubsub, 'joined while away', await joining)
      })

      test('pub/sub can be closed within seconds while the transport is unavailable', async () => {
        const pubsub = await backend.start(network.url)
        await pubsub.subscribe('closing', () => undefined)
        await network.cut()
        await Bun.sleep(100)
        pubsub.publish('closing', 1)
        const started = performance.now()
        await pubsub.close()
        expect(performance.now() - started).toBeLessThan(20_000)
        await network.restore()
      })
    })

    test('publish and subscribe after close are ignored without an error', async () => {
      const pubsub = await backend.start(backend.url)
      await pubsub.close()
      pubsub.publish('closed', 1)
      await Bun.sleep(20)
    })
  })
}
