import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { createLyceum, type Frame, type Live, memoryStorage } from '../../packages/client/src/lyceum.ts'
import { BATTLE_RULES } from '../../src/modules/battle-game/public/rules.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { redisIsInstalled, startTestRedis, type TestRedis } from '../harness/processes/redis.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { waitUntil } from '../harness/wait-until.ts'

type End = Frame<'battle.end'>['data']

const battleRules = { ...BATTLE_RULES, countdownMs: 100, revealMs: 100, questionMs: 20_000 }

describe.skipIf(!redisIsInstalled)('battles across two processes while Redis is away', () => {
  let redis: TestRedis
  let database: TestDatabase
  let services: TestService[]
  const channels: Live[] = []
  beforeAll(async () => {
    redis = await startTestRedis()
    database = await createTestDatabase()
    await redis.kill()
    const start = () =>
      startTestService({ DEMO_CONTENT: 'on', REDIS_URL: redis.url, LOG_LEVEL: 'silent' }, database, {
        battleRules,
      })
    // Redis is away at the start of both.
    services = [await start(), await start()]
  })
  afterEach(() => {
    for (const live of channels.splice(0)) live.close()
  })
  afterAll(async () => {
    for (const service of services ?? []) await service.stop()
    await redis?.kill()
  })

  const redisChecks = async () =>
    Promise.all(
      services.map(async (service) => {
        const { status, body } = await service.call('GET //health/ready')
        return `${status} ${body.checks.redis}`
      }),
    )
  const untilChecks = (outcome: string) =>
    waitUntil(async () => (await redisChecks()).every((check) => check === `200 ${outcome}`))
  const metric = async () =>
    (await (await fetch(`${services[0]!.url}/metrics`)).text()).match(/^lyceum_redis_up (\d)$/m)?.[1]

  async function newPlayer(service: TestService): Promise<Live> {
    const lyceum = createLyceum({ url: service.url, storage: memoryStorage() })
    const username = `away_${Bun.randomUUIDv7().replaceAll('-', '').slice(0, 24)}`
    const body = { email: `${username}@example.com`, password: 'correct-horse-battery', username }
    await lyceum.call('POST /auth/register', { body })
    const live = lyceum.live()
    channels.push(live)
    await waitUntil(() => live.state === 'open')
    return live
  }

  /** Plays a battle of one player per process to the end. */
  async function playAcross(onQuestion: (index: number) => void = () => {}): Promise<End[]> {
    const players = [await newPlayer(services[0]!), await newPlayer(services[1]!)]
    const ends = players.map((live) => {
      live.on('queue.matched', ({ roomId }) => void live.send('battle.ready', { roomId }))
      live.on('battle.question', ({ questionId, index }, { roomId }: Frame<'battle.question'>) => {
        if (live === players[0]) onQuestion(index)
        void live.send('battle.answer', { roomId, questionId, selectedOption: index % 2 })
      })
      return live.next('battle.end')
    })
    for (const live of players) void live.send('queue.join', {})
    return (await Promise.all(ends)).map(({ data }) => data)
  }

  const expectCompleted = (ends: End[]) => {
    expect(ends.map(({ reason }) => reason)).toEqual(['COMPLETED', 'COMPLETED'])
    expect(ends[0]!.scores).toEqual({ you: ends[1]!.scores.opponent, opponent: ends[1]!.scores.you })
  }

  test('two processes start without Redis, show it, and play a battle by NOTIFY', async () => {
    expect(await redisChecks()).toEqual(['200 failing', '200 failing'])
    expect(await metric()).toBe('0')
    expectCompleted(await playAcross())
  })

  test('a battle goes on when Redis comes back and dies in the middle of it', async () => {
    await redis.start()
    await untilChecks('ok')
    expect(await metric()).toBe('1')
    let killing: Promise<void> | undefined
    expectCompleted(
      await playAcross((index) => {
        if (index === 2) killing = redis.kill()
      }),
    )
    await killing
    await untilChecks('failing')
    expect(await metric()).toBe('0')
  })

  test('a battle goes on when Redis freezes in the middle of it', async () => {
    await redis.start()
    await untilChecks('ok')
    expectCompleted(
      await playAcross((index) => {
        if (index === 1) redis.freeze()
      }),
    )
    redis.thaw()
    await untilChecks('ok')
  })
})
