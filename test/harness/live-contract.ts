import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Live } from '../../src/platform/live/live.ts'
import { createTestNetwork, type TestNetwork } from './processes/network.ts'
import { until } from './until.ts'

export interface LiveBackEnd {
  url: string
  start(url: string): Promise<Live>
  /** Ends the connections on the server's side, as an administrator or a failover would. */
  loseConnections(): Promise<void>
  /** Something that is not ours arrives where our messages arrive. */
  sendForeign(channel: string): Promise<void>
}

/** What every carrier of live messages does. */
export function describeLive(kind: 'postgres' | 'redis', prepare: () => Promise<LiveBackEnd>): void {
  let backEnd: LiveBackEnd
  const open: { close(): Promise<unknown> }[] = []
  beforeAll(async () => {
    backEnd = await prepare()
  })
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.close()))
  })

  async function start(url = backEnd.url): Promise<Live> {
    const live = await backEnd.start(url)
    open.push(live)
    return live
  }
  async function hearing(live: Live, channel: string): Promise<unknown[]> {
    const heard: unknown[] = []
    await live.subscribe(channel, (message) => heard.push(message))
    return heard
  }
  /** Publishes until it is heard: how long a carrier needs to come back is not promised, that it does is. */
  async function untilHeard(live: Live, channel: string, heard: unknown[]): Promise<void> {
    await until(async () => {
      live.publish(channel, 'probe')
      await Bun.sleep(100)
      return heard.includes('probe')
    })
  }

  describe(`live messages by ${kind}`, () => {
    test('reach every subscriber of the channel, in this process and by another connection', async () => {
      const [one, other] = [await start(), await start()]
      const heard = [await hearing(one, 'news'), await hearing(one, 'news'), await hearing(other, 'news')]
      one.publish('news', { id: 1 })
      await until(() => heard.every((list) => list.length === 1))
      other.publish('news', { id: 2 })
      await until(() => heard.every((list) => list.length === 2))
      expect(heard).toEqual(Array(3).fill([{ id: 1 }, { id: 2 }]))
    })

    test('reach a subscriber that just joined a channel which another is just joining', async () => {
      const live = await start()
      for (let round = 0; round < 20; round++) {
        const channel = `crowd ${round}`
        const first = live.subscribe(channel, () => undefined)
        const heard = await hearing(live, channel)
        live.publish(channel, round)
        await until(() => heard.length === 1)
        await first
      }
    })

    test('reach subscribers in another process, and come from there', async () => {
      const live = await start()
      const heard = await hearing(live, 'between')
      const script = join(import.meta.dir, 'live-process.ts')
      const child = Bun.spawn([process.execPath, script, kind, backEnd.url, 'between'], {
        stdin: 'pipe',
        stdout: 'pipe',
      })
      const told: unknown[] = []
      const reading = (async () => {
        let text = ''
        for await (const bytes of child.stdout) {
          text += new TextDecoder().decode(bytes)
          const lines = text.split('\n')
          text = lines.pop()!
          told.push(...lines.map((line) => JSON.parse(line)))
        }
      })()
      try {
        await until(() => told.includes('listening'))
        live.publish('between', { from: 'here' })
        await until(() => told.length === 2)
        child.stdin.write(`${JSON.stringify({ from: 'there' })}\n`)
        child.stdin.flush()
        await until(() => heard.length === 2)
        expect(heard).toEqual([{ from: 'here' }, { from: 'there' }])
        await until(() => told.length === 3)
        expect(told).toEqual(['listening', { from: 'here' }, { from: 'there' }])
      } finally {
        child.kill()
        await Promise.all([child.exited, reading])
      }
    })

    test('stay on their channel', async () => {
      const live = await start()
      const channels = ['a', 'b', 'battle:019a', 'a:b', 'Ä 🦉 "quoted"', "it's", '*', 'a*']
      const heard = await Promise.all(channels.map((channel) => hearing(live, channel)))
      for (const channel of channels) live.publish(channel, `for ${channel}`)
      await until(() => heard.every((list) => list.length > 0))
      await Bun.sleep(50)
      expect(heard).toEqual(channels.map((channel) => [`for ${channel}`]))
    })

    test('arrive as they were sent, whatever they hold', async () => {
      const [one, other] = [await start(), await start()]
      const heard = await hearing(other, 'content')
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
      await until(() => heard.length === messages.length)
      expect(heard).toEqual(messages)
    })

    test('keep the order of their publisher, and 5,000 at once all arrive', async () => {
      const [one, other] = [await start(), await start()]
      const heard = await hearing(other, 'many')
      for (let count = 0; count < 5_000; count++) one.publish('many', { count })
      await until(() => heard.length >= 5_000)
      expect(heard).toEqual(Array.from({ length: 5_000 }, (_, count) => ({ count })))
    })

    test('all arrive though they say the same', async () => {
      const live = await start()
      const heard = await hearing(live, 'ticks')
      for (let count = 0; count < 5_000; count++) live.publish('ticks', 'tick')
      live.publish('ticks', 'end')
      await until(() => heard.includes('end'))
      expect(heard).toHaveLength(5_001)
    })

    test('come no more after the subscription ended, and others still hear', async () => {
      const live = await start()
      const left: unknown[] = []
      const subscription = await live.subscribe('leaving', (message) => left.push(message))
      const stayed = await hearing(live, 'leaving')
      live.publish('leaving', 1)
      await until(() => left.length === 1 && stayed.length === 1)
      await subscription.end()
      await subscription.end()
      live.publish('leaving', 2)
      await until(() => stayed.length === 2)
      expect(left).toEqual([1])
    })

    test('come again to one who left as the last and returns', async () => {
      const live = await start()
      const first = await live.subscribe('returning', () => undefined)
      const leaving = first.end()
      const heard = await hearing(live, 'returning')
      await leaving
      live.publish('returning', 'back')
      await until(() => heard.length === 1)
    })

    test('that are too large are refused at once, where they are made', async () => {
      const live = await start()
      const heard = await hearing(live, 'large')
      const largest = 'x'.repeat(7_000 - 'large'.length - 2)
      live.publish('large', largest)
      expect(() => live.publish('large', `${largest}x`)).toThrow(RangeError)
      expect(() => live.publish('large', '🦉'.repeat(1_800))).toThrow('bytes')
      live.publish('large', 'small')
      await until(() => heard.length === 2)
      expect(heard).toEqual([largest, 'small'])
    })

    test('reach the others though one listener throws', async () => {
      const live = await start()
      await live.subscribe('thrown', () => {
        throw new Error('a listener with a fault')
      })
      const heard = await hearing(live, 'thrown')
      live.publish('thrown', 1)
      live.publish('thrown', 2)
      await until(() => heard.length === 2)
    })

    test('still come after something arrived that is not ours', async () => {
      const live = await start()
      const heard = await hearing(live, 'foreign')
      await backEnd.sendForeign('foreign')
      live.publish('foreign', 1)
      await until(() => heard.length === 1)
      expect(heard).toEqual([1])
    })

    test('come again by themselves after the server ended the connections', async () => {
      const live = await start()
      const heard = [await hearing(live, 'lost one'), await hearing(live, 'lost other')]
      for (let round = 0; round < 2; round++) {
        await backEnd.loseConnections()
        await untilHeard(live, 'lost one', heard[0]!)
        await untilHeard(live, 'lost other', heard[1]!)
        for (const list of heard) list.length = 0
      }
    })

    describe('while the carrier is away', () => {
      let network: TestNetwork
      beforeAll(async () => {
        network = await createTestNetwork(backEnd.url)
      })
      afterAll(() => network.close())

      test('are published without a fault, subscribers may come and go, and all is well afterwards', async () => {
        const live = await start(network.url)
        const heard = await hearing(live, 'away')
        await network.cut()
        for (let count = 0; count < 200; count++) live.publish('away', count)
        await Bun.sleep(500)
        live.publish('away', 'still away')
        const joining = hearing(live, 'joined while away')
        await Bun.sleep(200)
        await network.mend()
        await untilHeard(live, 'away', heard)
        await untilHeard(live, 'joined while away', await joining)
      })

      test('can be closed within seconds', async () => {
        const live = await backEnd.start(network.url)
        await live.subscribe('closing', () => undefined)
        await network.cut()
        await Bun.sleep(100)
        live.publish('closing', 1)
        const started = performance.now()
        await live.close()
        expect(performance.now() - started).toBeLessThan(20_000)
        await network.mend()
      })
    })

    test('are ignored after closing, without a fault', async () => {
      const live = await backEnd.start(backEnd.url)
      await live.close()
      live.publish('closed', 1)
      await Bun.sleep(20)
    })
  })
}
