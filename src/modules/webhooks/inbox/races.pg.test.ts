import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createMeeting } from '../../../../test/harness/races.ts'
import { until } from '../../../../test/harness/until.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { createWrite } from '../../../platform/write.ts'
import { rewardUser } from '../../rewards/ledger/reward-user.ts'
import {
  newAddress,
  openWebhookBed,
  rewardEvent,
  signedHeaders,
  type WebhookBed,
} from '../webhook-testbed.ts'
import { applyEvents, sourcesByName } from './apply-events.ts'
import { KILLED_WORKER } from './killed-worker-testbed.ts'

setDefaultTimeout(120_000)

let bed: WebhookBed
let user: UserId
let address: string
beforeAll(async () => {
  bed = await openWebhookBed()
})
beforeEach(async () => {
  await bed.db`delete from inbox_event`
  user = await bed.addUser()
  address = newAddress()
  await bed.link(user, address)
})
afterAll(() => bed.stop())

const xp = async () => (await bed.totals(user)).totalXP

test('a thousand deliveries of one event are all answered 200, and it has one effect', async () => {
  const body = JSON.stringify(rewardEvent(address))
  const headers = signedHeaders(bed.config, Buffer.from(body))
  const messages = new Map<string, number>()
  const left = Array.from({ length: 1_000 }).values()
  const applying = (async () => {
    for (let round = 0; round < 20; round++) await bed.apply()
  })()
  const sender = async () => {
    for (const _ of left) {
      const answer = await fetch(`${bed.url}/webhook/contract-events`, { method: 'POST', headers, body })
      const { message } = (await answer.json()) as { message: string }
      const what = `${answer.status} ${message}`
      messages.set(what, (messages.get(what) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: 50 }, sender))
  await applying
  await bed.apply()
  expect(Object.fromEntries(messages)).toEqual({
    '200 Event received': 1,
    '200 Event already processed': 999,
  })
  expect(await xp()).toBe(50)
  expect(await bed.inbox()).toHaveLength(1)
})

describe('forty events that tell of one thing', () => {
  const EVENTS = 40

  test('have one effect when six workers take them out at once', async () => {
    const event = rewardEvent(address)
    for (let count = 0; count < EVENTS; count++) await bed.send(event)
    await Promise.all(Array.from({ length: 6 }, () => bed.apply()))
    await bed.apply()
    expect(await xp()).toBe(50)
    const states = Map.groupBy(await bed.inbox(), ({ state }) => state)
    expect([states.get('APPLIED')?.length, states.get('IGNORED')?.length]).toEqual([1, EVENTS - 1])
  })

  test('are paid more than once by a twin that looks first and then pays', async () => {
    const transactionHash = `0x${'cd'.repeat(32)}`
    const meet = createMeeting(5)
    const naive = async (tx: Tx, eventId: string) => {
      const known = await tx`select from contract_fact where transaction_hash = ${transactionHash}`
      await meet()
      if (known.length > 0) return
      await rewardUser(tx, {
        userId: user,
        xp: 50,
        gems: 0,
        source: eventId,
        reason: 'naive',
        now: new Date(),
      })
    }
    await Promise.all(
      Array.from({ length: 5 }, (_, number) => bed.write((tx) => naive(tx, `naive:${user}:${number}`))),
    )
    expect(await xp()).toBe(250)
  })
})

test('events of many users are each applied once by several workers', async () => {
  const users = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const id = await bed.addUser()
      const own = newAddress()
      await bed.link(id, own)
      return { id, own }
    }),
  )
  for (let round = 0; round < 15; round++) {
    await Promise.all(users.map(({ own }) => bed.send(rewardEvent(own))))
  }
  await Promise.all(Array.from({ length: 4 }, () => bed.apply()))
  await bed.apply()
  const totals = await Promise.all(users.map(async ({ id }) => (await bed.totals(id)).totalXP))
  expect(totals).toEqual(Array(10).fill(750))
})

describe('a worker that is killed', () => {
  for (const [moment, expected] of [
    ['before-commit', 0],
    ['after-commit', 50],
  ] as const) {
    test(`${moment.replace('-', ' ')} of what it applies leaves it applied once in the end`, async () => {
      await bed.send(rewardEvent(address))
      const child = Bun.spawn([process.execPath, KILLED_WORKER, bed.test.url, moment], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let output = ''
      void (async () => {
        for await (const chunk of child.stdout) output += Buffer.from(chunk).toString()
      })()
      await until(() => output.includes(moment), 60)
      child.kill('SIGKILL')
      await child.exited
      expect(await xp()).toBe(expected)
      // The server notices the end of the connection in its own time, and lets go of the row.
      await until(async () => {
        await bed.apply()
        return (await bed.inbox()).every(({ state }) => state === 'APPLIED')
      }, 60)
      expect(await xp()).toBe(50)
    })
  }
})

test('a worker without the database leaves all as it was, and the tries do not count', async () => {
  await bed.send(rewardEvent(address))
  const database = bed.test.another()
  const lost = { db: bed.db, write: createWrite(database, new Map(), () => {}) }
  await database.close()
  await expect(applyEvents(lost, sourcesByName(bed.sources))).rejects.toThrow()
  expect(await bed.inbox()).toMatchObject([{ state: 'PENDING', attempts: 0 }])
  await bed.apply()
  expect(await xp()).toBe(50)
})
