import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
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

describe('external rewards', () => {
  test('an external reward credits XP or gems once, when its event is processed', async () => {
    const answer = await fixture.send(rewardEvent(address))
    expect(answer).toEqual({ status: 200, body: { success: true, message: 'Event received' } })
    expect(await xp()).toBe(0)
    await fixture.apply()
    await fixture.apply()
    await fixture.send(rewardEvent(address, { eventType: 'GEM_REWARDED', data: { amount: points(7) } }))
    await fixture.apply()
    expect(await fixture.totals(user)).toEqual({ totalXP: 50, totalGems: 7 })
    // The tokens are already on the chain, and settlement counts them.
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

  test('an external reward is credited to the owner of the address, in any case', async () => {
    const upperCase = `0x${address.slice(2).toUpperCase()}`
    await fixture.send(rewardEvent(upperCase))
    await fixture.apply()
    expect(await xp()).toBe(50)
  })

  test('an external reward drops the fraction and reports it in the response and in the outcome', async () => {
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

test('an event of another contract than ours has no effect, also in a batch with one of ours', async () => {
  const ours = newAddress()
  const other = await createWebhookFixture({ addresses: [ours.toUpperCase().replace('0X', '0x')] })
  await using cleanup = new AsyncDisposableStack()
  cleanup.defer(() => other.stop())
  const owner = await other.addUser()
  await other.link(owner, address)
  const foreign = newAddress()
  await other.send(rewardEvent(address, { contractAddress: foreign }))
  await other.send(rewardEvent(address, { contractAddress: ours }))
  await other.apply()
  expect((await other.storedEvents()).map(({ state, note }) => [state, note]).toSorted()).toEqual([
    ['APPLIED', expect.any(String)],
    ['IGNORED', `${foreign} is not one of our contracts.`],
  ])
  expect((await other.totals(owner)).totalXP).toBe(50)
})

describe('event ids', () => {
  test('a repeated event id with the same body is answered 200 and has no effect', async () => {
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

  test('a repeated event id with another body is refused', async () => {
    const eventId = crypto.randomUUID()
    await fixture.send(rewardEvent(address), { eventId })
    const other = await fixture.send(rewardEvent(address), { eventId })
    expect([other.status, other.body.error.code]).toEqual([409, 'EVENT_ID_REUSED'])
    await fixture.apply()
    expect(await xp()).toBe(50)
  })
})

describe('logs of the chain', () => {
  test('a log has one effect, whatever event ids report it', async () => {
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

  test('a log is the same with a hash in another case and in another block', async () => {
    const event = rewardEvent(address, { transactionHash: `0x${'ab'.repeat(32)}` })
    await fixture.send(event)
    await fixture.send({ ...event, transactionHash: `0x${'AB'.repeat(32)}`, blockNumber: 124 })
    await fixture.apply()
    expect(await xp()).toBe(50)
  })

  test('a log with another transaction, type, address, amount or index is another log', async () => {
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

  test('a log at another index of another block is the same, unless that block has more of them', async () => {
    const event = rewardEvent(address, { logIndex: 4 })
    const sendAt = async (blockNumber: number, logIndex?: number) => {
      await fixture.send({ ...event, blockNumber, logIndex })
      await fixture.apply()
      return xp()
    }
    expect([await sendAt(123, 4), await sendAt(124, 9), await sendAt(124, 9), await sendAt(123)]).toEqual([
      50, 50, 50, 50,
    ])
    expect([await sendAt(124, 10), await sendAt(125, 2), await sendAt(125, 3)]).toEqual([100, 100, 100])
    expect(await sendAt(125, 4)).toBe(150)
  })

  test('a log that was recorded without a block number is still recognized', async () => {
    const event = rewardEvent(address, { logIndex: 4 })
    await fixture.send(event)
    await fixture.apply()
    await fixture.db`update applied_contract_event set block_number = null`
    await fixture.send(event)
    await fixture.send({ ...event, logIndex: 5 })
    await fixture.apply()
    expect(await xp()).toBe(100)
  })

  /** The log indexes of the events in order (null: without an index), and the number of effects. */
  const REPORTS: [string, (number | null)[], number][] = [
    ['without an index, then with one', [null, 4], 1],
    ['with an index, then without one', [4, null], 1],
    ['without an index, then with two', [null, 4, 5], 2],
    ['with two indexes, then without one', [4, 5, null], 2],
    ['with two indexes, each twice', [4, 5, 4, 5], 2],
    ['without an index, twice', [null, null], 1],
  ]
  for (const [what, indexes, effects] of REPORTS) {
    test(`a log reported ${what} has ${effects === 1 ? 'one effect' : `${effects} effects`}`, async () => {
      const event = rewardEvent(address)
      for (const logIndex of indexes) {
        await fixture.send(logIndex === null ? event : { ...event, logIndex })
        await fixture.apply()
      }
      expect(await xp()).toBe(50 * effects)
    })

    test(`a log reported ${what} in one batch has as many effects`, async () => {
      const event = rewardEvent(address)
      for (const logIndex of indexes) await fixture.send(logIndex === null ? event : { ...event, logIndex })
      await fixture.apply()
      expect(await xp()).toBe(50 * effects)
      const states = (await fixture.storedEvents()).map(({ state }) => state)
      expect(states.filter((state) => state === 'APPLIED')).toHaveLength(effects)
    })
  }
})

test('each event of a mixed batch has the same outcome as when it is applied alone', async () => {
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

test('an event in a batch with a failing one is applied alone and has its outcome', async () => {
  await fixture.send(rewardEvent(address))
  await fixture.send(rewardEvent(address, { eventType: 'GEM_REWARDED', data: { amount: points(7) } }))
  await fixture.db`
    update webhook_event set body = '{}' where id = (select id from webhook_event order by id limit 1)`
  await fixture.apply()
  expect((await noteOf())[1]).toEqual(['APPLIED', '7 gems were credited.'])
  expect(await fixture.totals(user)).toEqual({ totalXP: 0, totalGems: 7 })
})

describe('rewards for an unlinked address', () => {
  test('a reward for an unlinked address waits and is applied when the address is linked', async () => {
    const unknown = newAddress()
    const event = rewardEvent(unknown)
    expect((await fixture.send(event)).status).toBe(200)
    await fixture.apply()
    await fixture.send(event)
    await fixture.apply()
    expect((await fixture.storedEvents()).map(({ state }) => state)).toEqual(['UNMATCHED', 'UNMATCHED'])
    // The endpoint enqueues a job later too, so only the jobs of this transaction are counted.
    const transaction = await fixture.link(user, `0x${unknown.slice(2).toUpperCase()}`)
    expect(await fixture.db`select from outbox where xmin::text = ${transaction}`).toHaveLength(1)
    await fixture.apply()
    expect(await xp()).toBe(50)
    expect((await fixture.storedEvents()).map(({ state }) => state).sort()).toEqual(['APPLIED', 'IGNORED'])
  })

  test('a reward is applied when its address is linked during the lookup of the owner', async () => {
    const unknown = newAddress()
    await fixture.send(rewardEvent(unknown))
    let applying: Promise<void> | undefined
    await fixture.write(async (tx) => {
      await tx`insert into linked_wallet (address, user_id, linked_at) values (${unknown}, ${user}, now())`
      const data = { address: unknown, at: new Date().toISOString() }
      await retryUnmatchedEvents(tx, { id: newId(), name: 'wallet.wallet_linked', data })
      // No event is unmatched yet and the link is not committed yet: the owner is looked up now.
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
  // The address may be linked or not.
  await fixture.send(rewardEvent(newAddress(), { transactionHash, logIndex: 3 }))
  await fixture.apply()
  expect(await xp()).toBe(0)
  const own = ['IGNORED', `${transactionHash} is our own settlement.`]
  expect(await noteOf()).toEqual([own, ['IGNORED', `XP_REWARDED of ${transactionHash} is a duplicate.`], own])
})

test('mints and transfers have no effect and are recorded once each', async () => {
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

test('an event of an unknown type is stored, answered 200 and has no effect', async () => {
  const event = { ...rewardEvent(address), eventType: 'ROLE_GRANTED', data: { role: 'MINTER', amount: '7' } }
  expect((await fixture.send(event)).status).toBe(200)
  await fixture.apply()
  expect(await noteOf()).toEqual([['IGNORED', 'ROLE_GRANTED has no effect.']])
  expect(await xp()).toBe(0)
})

describe('invalid deliveries', () => {
  const refused: [string, SendOptions, number, string][] = [
    ['without a signature', { headers: { 'x-webhook-signature': null } }, 400, 'VALIDATION_FAILED'],
    ['without a time', { headers: { 'x-webhook-timestamp': null } }, 400, 'VALIDATION_FAILED'],
    ['without an id', { headers: { 'x-event-id': null } }, 400, 'VALIDATION_FAILED'],
    ['with an empty signature', { headers: { 'x-webhook-signature': '' } }, 400, 'VALIDATION_FAILED'],
    ['with an id that is no UUID', { headers: { 'x-event-id': 'event-7' } }, 400, 'VALIDATION_FAILED'],
    ['with a stale timestamp', { timestamp: unixNow(-3_600) }, 401, 'TIMESTAMP_OUT_OF_RANGE'],
    ['with a timestamp in the future', { timestamp: unixNow(7_200) }, 401, 'TIMESTAMP_OUT_OF_RANGE'],
    ['signed with another secret', { secret: 'another secret' }, 401, 'SIGNATURE_INVALID'],
    [
      'with a signature in upper case',
      { headers: { 'x-webhook-signature': 'A'.repeat(64) } },
      401,
      'SIGNATURE_INVALID',
    ],
    [
      'with a signature of 63 digits',
      { headers: { 'x-webhook-signature': 'a'.repeat(63) } },
      401,
      'SIGNATURE_INVALID',
    ],
    [
      'with a signature of 65 digits',
      { headers: { 'x-webhook-signature': 'a'.repeat(65) } },
      401,
      'SIGNATURE_INVALID',
    ],
    ['with a signature of invalid JSON', { rawBody: '{"eventType":' }, 400, 'MALFORMED_JSON'],
    ['with a signature of an empty body', { rawBody: '' }, 400, 'VALIDATION_FAILED'],
    [
      'with a signature of invalid UTF-8',
      { rawBody: new Uint8Array([0x7b, 0xff, 0x7d]) },
      400,
      'MALFORMED_JSON',
    ],
    ['with a signature of a list', { rawBody: '[]' }, 400, 'VALIDATION_FAILED'],
    [
      'with invalid JSON and a wrong signature',
      { rawBody: '{', headers: { 'x-webhook-signature': 'a'.repeat(64) } },
      401,
      'SIGNATURE_INVALID',
    ],
  ]
  for (const [what, options, status, code] of refused) {
    test(`a delivery ${what} is refused and not stored`, async () => {
      const { body, ...answer } = await fixture.send(rewardEvent(address), options)
      expect([answer.status, body.error.code]).toEqual([status, code])
      expect(await fixture.storedEvents()).toEqual([])
    })
  }

  test('a delivery with the signature of another body is refused', async () => {
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
    ['an amount above the limit', { data: { amount: '9'.repeat(78) } }, 'data.amount'],
    ['an amount of 79 digits', { data: { amount: '1'.repeat(79) } }, 'data.amount'],
    ['half a hash', { transactionHash: '0xabc' }, 'transactionHash'],
    ['a negative block number', { blockNumber: -1 }, 'blockNumber'],
    ['a fractional block number', { blockNumber: 1.5 }, 'blockNumber'],
    ['a log index above the limit', { logIndex: 2 ** 31 }, 'logIndex'],
    ['an empty type', { eventType: '' }, 'eventType'],
  ]
  for (const [what, changes, field] of fields) {
    test(`a delivery with ${what} is refused with the name of the field`, async () => {
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
