import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createBarrier } from '../../../../test/harness/barrier.ts'
import { waitUntil } from '../../../../test/harness/wait-until.ts'
import { now } from '../../../platform/clock.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { createWrite } from '../../../platform/transaction/write.ts'
import { rewardUser } from '../../ledger/public/reward-user.ts'
import {
  createWebhookFixture,
  newAddress,
  rewardEvent,
  signedHeaders,
  type WebhookFixture,
} from '../webhook-testbed.ts'
import { KILLED_WORKER } from './killed-worker-testbed.ts'
import { processDueEvents, sourcesByName } from './process-events.ts'

let fixture: WebhookFixture
let user: UserId
let address: string
beforeAll(async () => {
  fixture = await createWebhookFixture()
})
beforeEach(async () => {
  await fixture.db`delete from webhook_event`
  user = await fixture.addUser()
  address = newAddress()
  await fixture.link(user, address)
})
afterAll(() => fixture.stop())

const xp = async () => (await fixture.totals(user)).totalXP

test('a thousand deliveries of one event are all answered 200 and have one effect', async () => {
  const body = JSON.stringify(rewardEvent(address))
  const headers = signedHeaders(fixture.config, Buffer.from(body))
  const messages = new Map<string, number>()
  const left = Array.from({ length: 1_000 }).values()
  const applying = (async () => {
    for (let round = 0; round < 20; round++) await fixture.apply()
  })()
  const sender = async () => {
    for (const _ of left) {
      const answer = await fetch(`${fixture.url}/webhook/contract-events`, { method: 'POST', headers, body })
      const { message } = (await answer.json()) as { message: string }
      const what = `${answer.status} ${message}`
      messages.set(what, (messages.get(what) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: 50 }, sender))
  await applying
  await fixture.apply()
  expect(Object.fromEntries(messages)).toEqual({
    '200 Event received': 1,
    '200 Event already processed': 999,
  })
  expect(await xp()).toBe(50)
  expect(await fixture.storedEvents()).toHaveLength(1)
})

describe('forty events about one log of the chain', () => {
  const EVENTS = 40

  test('forty events about one log have one effect when six workers process them concurrently', async () => {
    const event = rewardEvent(address)
    for (let count = 0; count < EVENTS; count++) await fixture.send(event)
    await Promise.all(Array.from({ length: 6 }, () => fixture.apply()))
    await fixture.apply()
    expect(await xp()).toBe(50)
    const states = Map.groupBy(await fixture.storedEvents(), ({ state }) => state)
    expect([states.get('APPLIED')?.length, states.get('IGNORED')?.length]).toEqual([1, EVENTS - 1])
  })

  test('an unsafe control that checks first and then pays, pays more than once', async () => {
    const transactionHash = `0x${'cd'.repeat(32)}`
    const meet = createBarrier(5)
    const unsafeControl = async (tx: Tx, eventId: string) => {
      const known = await tx`select from applied_contract_event where transaction_hash = ${transactionHash}`
      await meet()
      if (known.length > 0) return
      await rewardUser(tx, {
        userId: user,
        xp: 50,
        gems: 0,
        source: eventId,
        reason: 'unsafe',
        now: new Date(),
      })
    }
    await Promise.all(
      Array.from({ length: 5 }, (_, number) =>
        fixture.write((tx) => unsafeControl(tx, `unsafe:${user}:${number}`)),
      ),
    )
    expect(await xp()).toBe(250)
  })
})

test('events of many users are each applied once by several workers', async () => {
  const users = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const id = await fixture.addUser()
      const own = newAddress()
      await fixture.link(id, own)
      return { id, own }
    }),
  )
  for (let round = 0; round < 15; round++) {
    await Promise.all(users.map(({ own }) => fixture.send(rewardEvent(own))))
  }
  await Promise.all(Array.from({ length: 4 }, () => fixture.apply()))
  await fixture.apply()
  const totals = await Promise.all(users.map(async ({ id }) => (await fixture.totals(id)).totalXP))
  expect(totals).toEqual(Array(10).fill(750))
})

describe('a worker that is killed', () => {
  for (const [moment, expected] of [
    ['before-commit', 0],
    ['after-commit', 50],
  ] as const) {
    test(`an event is applied once although a worker is killed ${moment.replace('-', ' ')}`, async () => {
      await fixture.send(rewardEvent(address))
      const child = Bun.spawn([process.execPath, KILLED_WORKER, fixture.test.url, moment], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let output = ''
      void (async () => {
        for await (const chunk of child.stdout) output += Buffer.from(chunk).toString()
      })()
      await waitUntil(() => output.includes(moment))
      child.kill('SIGKILL')
      await child.exited
      expect(await xp()).toBe(expected)
      // The server notices the closed connection later and then releases the row lock.
      await waitUntil(async () => {
        await fixture.apply()
        return (await fixture.storedEvents()).every(({ state }) => state === 'APPLIED')
      })
      expect(await xp()).toBe(50)
    })
  }
})

test('a worker without a database changes nothing, and the attempts do not count', async () => {
  await fixture.send(rewardEvent(address))
  const database = fixture.test.another()
  const lost = { db: fixture.db, write: createWrite(database, new Map(), () => {}), clock: now }
  await database.close()
  await expect(processDueEvents(lost, sourcesByName(fixture.sources))).rejects.toThrow()
  expect(await fixture.storedEvents()).toMatchObject([{ state: 'PENDING', attempts: 0 }])
  await fixture.apply()
  expect(await xp()).toBe(50)
})
