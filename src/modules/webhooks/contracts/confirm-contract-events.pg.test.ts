import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import type { UserId } from '../../../platform/ids.ts'
import {
  createWebhookFixture,
  newAddress,
  newHash,
  points,
  rewardEvent,
  type WebhookFixture,
} from '../webhook-testbed.ts'
import type { ChainLog } from './parse-chain-log.ts'

const XP_TOKEN = newAddress()
const ZERO_ADDRESS = `0x${'0'.repeat(40)}`
/** What our own node returns: logs by transaction, or an error. */
const node = new Map<string, ChainLog[] | Error>()
let readings: string[] = []

let fixture: WebhookFixture
let user: UserId
let address: string
beforeAll(async () => {
  fixture = await createWebhookFixture({
    receipts: {
      contracts: { XpToken: XP_TOKEN },
      readTransactionLogs: async (hash) => {
        readings.push(hash)
        const found = node.get(hash)
        if (found instanceof Error) throw found
        return found
      },
    },
  })
})
beforeEach(async () => {
  await fixture.db`delete from webhook_event`
  readings = []
  user = await fixture.addUser()
  address = newAddress()
  await fixture.link(user, address)
})
afterAll(() => fixture.stop())

const xp = async () => (await fixture.totals(user)).totalXP
const states = async () => (await fixture.storedEvents()).map(({ state }) => state)

/** A mint of 50 XP to the user as the node reports it. */
function mined(hash: string, changes: Partial<ChainLog> = {}): void {
  node.set(hash, [
    {
      contract: 'XpToken',
      address: XP_TOKEN,
      eventName: 'Transfer',
      args: { from: ZERO_ADDRESS, to: address, value: points(50) },
      logIndex: 3,
      transactionHash: hash,
      blockNumber: 123,
      ...changes,
    },
  ])
}

const report = (transactionHash: string, changes: Record<string, unknown> & { data?: object } = {}) =>
  fixture.send(rewardEvent(address, { contractAddress: XP_TOKEN, transactionHash, ...changes }))

test('a signed event that our own node confirms is credited once', async () => {
  const hash = newHash()
  mined(hash)
  await report(hash)
  await report(hash, { logIndex: 3 })
  await fixture.apply()
  expect(await xp()).toBe(50)
  expect((await states()).sort()).toEqual(['APPLIED', 'IGNORED'])
  // One reading for all events of a transaction.
  expect(readings).toEqual([hash])
})

test('a signed event of another contract has no effect, and the node is not asked', async () => {
  const hash = newHash()
  mined(hash)
  await report(hash, { contractAddress: newAddress() })
  await fixture.apply()
  expect([await xp(), await states(), readings]).toEqual([0, ['IGNORED'], []])
})

test('a signed event that differs from the receipt has no effect', async () => {
  const hash = newHash()
  mined(hash)
  const otherAddress = newAddress()
  await report(hash, { data: { amount: points(51) } })
  await report(hash, { data: { userAddress: otherAddress } })
  await report(hash, { eventType: 'GEM_REWARDED' })
  await report(hash, { logIndex: 4 })
  await fixture.apply()
  expect(await xp()).toBe(0)
  expect(await states()).toEqual(['IGNORED', 'IGNORED', 'IGNORED', 'IGNORED'])
})

test('an event of an unconfirmed transaction or without a node waits and is tried again', async () => {
  const [late, away] = [newHash(), newHash()]
  node.set(away, new Error('the node is away'))
  await report(late)
  await fixture.apply()
  await report(away)
  await fixture.apply()
  expect(await xp()).toBe(0)
  expect((await fixture.storedEvents()).map(({ state, attempts }) => [state, attempts])).toEqual([
    ['PENDING', 1],
    ['PENDING', 1],
  ])
  mined(late)
  mined(away)
  await fixture.db`update webhook_event set next_attempt_at = now() - interval '1 second'`
  await fixture.apply()
  expect(await xp()).toBe(100)
})

test('many forged events credit nothing and do not stop a real one', async () => {
  const hash = newHash()
  mined(hash)
  await Promise.all(Array.from({ length: 120 }, () => report(newHash(), { contractAddress: newAddress() })))
  await report(hash)
  await fixture.apply()
  expect(await xp()).toBe(50)
})
