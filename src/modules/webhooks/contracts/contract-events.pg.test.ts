import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { waitUntil } from '../../../../test/harness/wait-until.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import { retryUnmatchedEvents } from '../queue/retry-unmatched-events.ts'
import {
  createWebhookFixture,
  newAddress,
  newHash,
  points,
  rewardEvent,
  type SendOptions,
  unixNow,
  type WebhookFixture,
} from '../webhook-testbed.ts'

setDefaultTimeout(120_000)

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
const noteOf = async () => (await fixture.storedEvents()).map(({ state, note }) => [state, note])

describe('a reward from elsewhere', () => {
  test('credits XP or gems, once, when it is taken out of the inbox', async () => {
    const answer = await fixture.send(rewardEvent(address))
    expect(answer).toEqual({ status: 200, body: { success: true, message: 'Event received' } })
    expect(await xp()).toBe(0)
    await fixture.apply()
    await fixture.apply()
    await fixture.send(rewardEvent(address, { eventType: 'GEM_REWARDED', data: { amount: points(7) } }))
    await fixture.apply()
    expect(await fixture.totals(user)).toEqual({ totalXP: 50, totalGems: 7 })
    // The chain has it already, and settlement knows.
    const positions = await fixture.db`
      select asset, settled::text as settled from settlement_position where user_id = ${user} order by asset`
    expect([...positions]).toEqual([
      { asset: 'GEM', settled: '7' },
      { asset: 'XP', settled: '50' },
    ])
    expect(await noteOf()).toEqual([
      ['APPLIED', '50 XP were credited.'],
      ['APPLIED', '7 gems were credited.'],
    ])
  })

  test('is for whoever has the address, in whatever case it is written', async () => {
    const shouting = `0x${address.slice(2).toUpperCase()}`
    await fixture.send(rewardEvent(shouting))
    await fixture.apply()
    expect(await xp()).toBe(50)
  })

  test('drops a fraction of one, and says so in the answer and in the inbox', async () => {
    const { body } = await fixture.send(rewardEvent(address, { data: { amount: '1500000000000000000' } }))
    expect(body.message).toBe('Event received; the fraction 0.5 is dropped')
    await fixture.send(rewardEvent(address, { data: { amount: '999999999999999999' } }))
    await fixture.apply()
    expect(await xp()).toBe(1)
    expect(await noteOf()).toEqual([
      ['APPLIED', '1 XP were credited. The fraction of 0.5 XP was dropped.'],
      ['APPLIED', '0 XP were credited. The fraction of 0.999999999999999999 XP was dropped.'],
    ])
  })
})

describe('an event id', () => {
  test('that comes again with the same body is answered 200 and has no effect', async () => {
    const event = rewardEvent(address)
    const eventId = crypto.randomUUID()
    await fixture.send(event, { eventId })
    const again = await fixture.send(event, { eventId, timestamp: unixNow(5) })
    await fixture.apply()
    const late = await fixture.send(event, { eventId: eventId.toUpperCase() })
    await fixture.apply()
    for (const answer of [again, late])
      expect(answer).toEqual({ status: 200, body: { success: true, message: 'Event already processed' } })
    expect(await xp()).toBe(50)
    expect(await fixture.storedEvents()).toHaveLength(1)
  })

  test('that comes again with another body is refused', async () => {
    const eventId = crypto.randomUUID()
    await fixture.send(rewardEvent(address), { eventId })
    const other = await fixture.send(rewardEvent(address), { eventId })
    expect([other.status, other.body.error.code]).toEqual([409, 'EVENT_ID_REUSED'])
    await fixture.apply()
    expect(await xp()).toBe(50)
  })
})

describe('what happened on the chain', () => {
  test('has effect once, whatever event id it comes under', async () => {
    const event = rewardEvent(address)
    for (let times = 0; times < 3; times++) expect((await fixture.send(event)).status).toBe(200)
    await fixture.apply()
    await fixture.send(event)
    await fixture.apply()
    expect(await xp()).toBe(50)
    expect((await fixture.storedEvents()).map(({ state }) => state).sort()).toEqual([
      'APPLIED',
      'IGNORED',
      'IGNORED',
      'IGNORED',
    ])
  })

  test('is the same in another case, at another block, and by another contract', async () => {
    const event = rewardEvent(address, { transactionHash: `0x${'ab'.repeat(32)}` })
    await fixture.send(event)
    await fixture.send({ ...event, transactionHash: `0x${'AB'.repeat(32)}`, blockNumber: 124 })
    await fixture.apply()
    expect(await xp()).toBe(50)
  })

  test('is another when the transaction, the type, the address, the amount or the place is another', async () => {
    const transactionHash = newHash()
    const other = await fixture.addUser()
    const otherAddress = newAddress()
    await fixture.link(other, otherAddress)
    const base = { transactionHash, logIndex: 1 }
    for (const event of [
      rewardEvent(address, base),
      rewardEvent(address, { ...base, transactionHash: newHash() }),
      rewardEvent(address, { ...base, eventType: 'GEM_REWARDED' }),
      rewardEvent(otherAddress, base),
      rewardEvent(address, { ...base, data: { amount: points(1) } }),
      rewardEvent(address, { ...base, logIndex: 2 }),
    ])
      await fixture.send(event)
    await fixture.apply()
    expect(await fixture.totals(user)).toEqual({ totalXP: 151, totalGems: 50 })
    expect((await fixture.totals(other)).totalXP).toBe(50)
  })

  test('is the same at another place of another block, until there are more of them in that one', async () => {
    const event = rewardEvent(address, { logIndex: 4 })
    const tell = async (blockNumber: number, logIndex?: number) => {
      await fixture.send({ ...event, blockNumber, logIndex })
      await fixture.apply()
      return xp()
    }
    expect([await tell(123, 4), await tell(124, 9), await tell(124, 9), await tell(123)]).toEqual([
      50, 50, 50, 50,
    ])
    expect([await tell(124, 10), await tell(125, 2), await tell(125, 3)]).toEqual([100, 100, 100])
    expect(await tell(125, 4)).toBe(150)
  })

  test('that was noted before blocks were is counted on', async () => {
    const event = rewardEvent(address, { logIndex: 4 })
    await fixture.send(event)
    await fixture.apply()
    await fixture.db`update applied_contract_event set block_number = null`
    await fixture.send(event)
    await fixture.send({ ...event, logIndex: 5 })
    await fixture.apply()
    expect(await xp()).toBe(100)
  })

  /** What is told in order (null: without a place), and how many effects that has. */
  const TELLINGS: [string, (number | null)[], number][] = [
    ['without a place, then with one', [null, 4], 1],
    ['with a place, then without one', [4, null], 1],
    ['without a place, then with two', [null, 4, 5], 2],
    ['with two places, then without one', [4, 5, null], 2],
    ['with two places, each twice', [4, 5, 4, 5], 2],
    ['without a place, twice', [null, null], 1],
  ]
  for (const [what, places, effects] of TELLINGS) {
    test(`told ${what}: ${effects === 1 ? 'one effect' : `${effects} effects`}`, async () => {
      const event = rewardEvent(address)
      for (const place of places) {
        await fixture.send(place === null ? event : { ...event, logIndex: place })
        await fixture.apply()
      }
      expect(await xp()).toBe(50 * effects)
    })

    test(`told ${what}, all of it in one batch: the same`, async () => {
      const event = rewardEvent(address)
      for (const place of places) await fixture.send(place === null ? event : { ...event, logIndex: place })
      await fixture.apply()
      expect(await xp()).toBe(50 * effects)
      const states = (await fixture.storedEvents()).map(({ state }) => state)
      expect(states.filter((state) => state === 'APPLIED')).toHaveLength(effects)
    })
  }
})

test('a batch of all kinds has for each event the outcome that it has alone', async () => {
  const [other, otherAddress, settled] = [await fixture.addUser(), newAddress(), newHash()]
  await fixture.link(other, otherAddress)
  await fixture.addSettlement(settled)
  const events = [
    rewardEvent(address),
    rewardEvent(otherAddress, { eventType: 'GEM_REWARDED', data: { amount: points(7) } }),
    { ...rewardEvent(address), eventType: 'ROLE_GRANTED' },
    rewardEvent(newAddress()),
    rewardEvent(address, { transactionHash: settled }),
    rewardEvent(address, { data: { amount: '999999999999999999' } }),
    rewardEvent(otherAddress, { eventType: 'BADGE_MINTED', data: { tokenId: '3' } }),
    rewardEvent(otherAddress, { data: { amount: `00${points(3_000_000_000)}` } }),
    rewardEvent(address),
    rewardEvent(newAddress(), { eventType: 'TOKEN_TRANSFERRED' }),
  ]
  for (const event of [...events, events[0]!]) await fixture.send(event)
  await fixture.apply()
  expect((await noteOf()).map(([state, note]) => [state, note!.split(' 0x')[0]])).toEqual([
    ['APPLIED', '50 XP were credited.'],
    ['APPLIED', '7 gems were credited.'],
    ['IGNORED', 'ROLE_GRANTED has no effect.'],
    ['UNMATCHED', 'No user has the address'],
    ['IGNORED', `${settled} is our own settlement.`],
    ['APPLIED', '0 XP were credited. The fraction of 0.999999999999999999 XP was dropped.'],
    ['IGNORED', 'BADGE_MINTED has no effect.'],
    ['APPLIED', '3000000000 XP were credited.'],
    ['APPLIED', '50 XP were credited.'],
    ['UNMATCHED', 'No user has the address'],
    ['IGNORED', 'XP_REWARDED of'],
  ])
  expect(await fixture.totals(user)).toEqual({ totalXP: 100, totalGems: 0 })
  expect(await fixture.totals(other)).toEqual({ totalXP: 3_000_000_000, totalGems: 7 })
  const positions = await fixture.db`
    select asset, settled::text as settled from settlement_position where user_id = any(${[user, other]}::uuid[])
    order by settled::bigint`
  expect([...positions]).toEqual([
    { asset: 'GEM', settled: '7' },
    { asset: 'XP', settled: '100' },
    { asset: 'XP', settled: '3000000000' },
  ])
})

test('an event beside one that fails is applied alone, and has its outcome all the same', async () => {
  await fixture.send(rewardEvent(address))
  await fixture.send(rewardEvent(address, { eventType: 'GEM_REWARDED', data: { amount: points(7) } }))
  await fixture.db`
    update webhook_event set body = '{}' where id = (select id from webhook_event order by id limit 1)`
  await fixture.apply()
  expect((await noteOf())[1]).toEqual(['APPLIED', '7 gems were credited.'])
  expect(await fixture.totals(user)).toEqual({ totalXP: 0, totalGems: 7 })
})

describe('an address that nobody has', () => {
  test('waits, and is applied when a wallet with it is linked', async () => {
    const unknown = newAddress()
    const event = rewardEvent(unknown)
    expect((await fixture.send(event)).status).toBe(200)
    await fixture.apply()
    await fixture.send(event)
    await fixture.apply()
    expect((await fixture.storedEvents()).map(({ state }) => state)).toEqual(['UNMATCHED', 'UNMATCHED'])
    // The door asks for the job as well, in its own time: what counts is what this transaction asks for.
    const transaction = await fixture.link(user, `0x${unknown.slice(2).toUpperCase()}`)
    expect(await fixture.db`select from outbox where xmin::text = ${transaction}`).toHaveLength(1)
    await fixture.apply()
    expect(await xp()).toBe(50)
    expect((await fixture.storedEvents()).map(({ state }) => state).sort()).toEqual(['APPLIED', 'IGNORED'])
  })

  test('is not left waiting when it is linked in the very moment that it is looked for', async () => {
    const unknown = newAddress()
    await fixture.send(rewardEvent(unknown))
    let applying: Promise<void> | undefined
    await fixture.write(async (tx) => {
      await tx`insert into linked_wallet (address, user_id, linked_at) values (${unknown}, ${user}, now())`
      const data = { address: unknown, at: new Date().toISOString() }
      await retryUnmatchedEvents(tx, { id: newId(), name: 'wallet.wallet_linked', data })
      // Nothing waits yet, and nobody can see the wallet yet: now somebody looks.
      applying = fixture.apply()
      await waitUntil(async () => {
        const [event] = await fixture.storedEvents()
        const blocked = await fixture.db`select from pg_locks where locktype = 'advisory' and not granted`
        return blocked.length > 0 || event!.state === 'UNMATCHED'
      })
    })
    await applying
    expect(await xp()).toBe(50)
  })
})

test('a reward of our own settlement confirms it and credits nothing', async () => {
  const transactionHash = newHash()
  await fixture.addSettlement(transactionHash)
  const event = rewardEvent(address, { transactionHash })
  await fixture.send(event)
  await fixture.send(event)
  // Whether or not anybody has the address by now.
  await fixture.send(rewardEvent(newAddress(), { transactionHash, logIndex: 3 }))
  await fixture.apply()
  expect(await xp()).toBe(0)
  const own = ['IGNORED', `${transactionHash} is our own settlement.`]
  expect(await noteOf()).toEqual([own, ['IGNORED', `XP_REWARDED of ${transactionHash} is a duplicate.`], own])
})

test('mints and transfers are told on, once each', async () => {
  const types = ['CERTIFICATE_MINTED', 'BADGE_MINTED', 'TOKEN_TRANSFERRED']
  for (const eventType of types) {
    const event = rewardEvent(address, { eventType, logIndex: 0, data: { tokenId: '12' } })
    await fixture.send(event)
    await fixture.send(event)
  }
  const bare = rewardEvent(address, {
    eventType: 'CERTIFICATE_MINTED',
    data: { tokenId: '13', amount: undefined },
  })
  expect((await fixture.send(bare)).status).toBe(200)
  await fixture.apply()
  const outcomes = await fixture.db<{ state: string; userId: UserId; note: string }>`
    select state, user_id as "userId", outcome_note as note from webhook_event order by id`
  expect(outcomes.map(({ state, userId }) => [state, userId])).toEqual(Array(7).fill(['IGNORED', user]))
  expect(outcomes.filter(({ note }) => note.endsWith('has no effect.'))).toHaveLength(4)
  expect(await fixture.totals(user)).toEqual({ totalXP: 0, totalGems: 0 })
})

test('an unknown type is kept, answered 200 and has no effect', async () => {
  const event = { ...rewardEvent(address), eventType: 'ROLE_GRANTED', data: { role: 'MINTER', amount: '7' } }
  expect((await fixture.send(event)).status).toBe(200)
  await fixture.apply()
  expect(await noteOf()).toEqual([['IGNORED', 'ROLE_GRANTED has no effect.']])
  expect(await xp()).toBe(0)
})

describe('a delivery that is not as it should be', () => {
  const refused: [string, SendOptions, number, string][] = [
    ['without a signature', { headers: { 'x-webhook-signature': null } }, 400, 'VALIDATION_FAILED'],
    ['without a time', { headers: { 'x-webhook-timestamp': null } }, 400, 'VALIDATION_FAILED'],
    ['without an id', { headers: { 'x-event-id': null } }, 400, 'VALIDATION_FAILED'],
    ['with an empty signature', { headers: { 'x-webhook-signature': '' } }, 400, 'VALIDATION_FAILED'],
    ['with an id that is no UUID', { headers: { 'x-event-id': 'event-7' } }, 400, 'VALIDATION_FAILED'],
    ['stale', { timestamp: unixNow(-3_600) }, 401, 'TIMESTAMP_OUT_OF_RANGE'],
    ['from the future', { timestamp: unixNow(7_200) }, 401, 'TIMESTAMP_OUT_OF_RANGE'],
    ['by another secret', { secret: 'another secret' }, 401, 'SIGNATURE_INVALID'],
    ['in upper case', { headers: { 'x-webhook-signature': 'A'.repeat(64) } }, 401, 'SIGNATURE_INVALID'],
    ['of 63 digits', { headers: { 'x-webhook-signature': 'a'.repeat(63) } }, 401, 'SIGNATURE_INVALID'],
    ['of 65 digits', { headers: { 'x-webhook-signature': 'a'.repeat(65) } }, 401, 'SIGNATURE_INVALID'],
    ['signed, and no JSON', { rawBody: '{"eventType":' }, 400, 'MALFORMED_JSON'],
    ['signed, and nothing', { rawBody: '' }, 400, 'VALIDATION_FAILED'],
    ['signed, and no UTF-8', { rawBody: new Uint8Array([0x7b, 0xff, 0x7d]) }, 400, 'MALFORMED_JSON'],
    ['signed, and a list', { rawBody: '[]' }, 400, 'VALIDATION_FAILED'],
    [
      'unsigned, and no JSON',
      { rawBody: '{', headers: { 'x-webhook-signature': 'a'.repeat(64) } },
      401,
      'SIGNATURE_INVALID',
    ],
  ]
  for (const [what, options, status, code] of refused) {
    test(`${what} is refused, and nothing is kept`, async () => {
      const { body, ...answer } = await fixture.send(rewardEvent(address), options)
      expect([answer.status, body.error.code]).toEqual([status, code])
      expect(await fixture.storedEvents()).toEqual([])
    })
  }

  test('has a signature of another body', async () => {
    const signed = rewardEvent(address)
    const sent = JSON.stringify(signed).replace(points(50), points(51))
    const { headers } = new Request(fixture.url, { headers: await headersOf(signed) })
    const answer = await fetch(`${fixture.url}/webhook/contract-events`, {
      method: 'POST',
      headers,
      body: sent,
    })
    expect(answer.status).toBe(401)
  })

  const fields: [string, Record<string, unknown>, string][] = [
    ['no address', { data: { userAddress: undefined } }, 'data.userAddress'],
    ['half an address', { data: { userAddress: '0x12' } }, 'data.userAddress'],
    ['no amount', { data: { amount: undefined } }, 'data.amount'],
    ['a fraction of the smallest unit', { data: { amount: '1.5' } }, 'data.amount'],
    ['a negative amount', { data: { amount: '-1' } }, 'data.amount'],
    ['an amount as a number', { data: { amount: 50 } }, 'data.amount'],
    ['more than anybody earns', { data: { amount: '9'.repeat(78) } }, 'data.amount'],
    ['an amount of 79 digits', { data: { amount: '1'.repeat(79) } }, 'data.amount'],
    ['half a hash', { transactionHash: '0xabc' }, 'transactionHash'],
    ['a block that is none', { blockNumber: -1 }, 'blockNumber'],
    ['half a block', { blockNumber: 1.5 }, 'blockNumber'],
    ['a place beyond reach', { logIndex: 2 ** 31 }, 'logIndex'],
    ['an empty type', { eventType: '' }, 'eventType'],
  ]
  for (const [what, changes, field] of fields) {
    test(`has ${what}: the field is named`, async () => {
      const { status, body } = await fixture.send(rewardEvent(address, changes))
      expect([status, body.error.details[0].field]).toEqual([400, field])
      expect(await fixture.storedEvents()).toEqual([])
    })
  }

  async function headersOf(event: object): Promise<Record<string, string>> {
    const { signedHeaders } = await import('../webhook-testbed.ts')
    return signedHeaders(fixture.config, Buffer.from(JSON.stringify(event)))
  }
})
