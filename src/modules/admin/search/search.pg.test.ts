import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { TestUser } from '../../../../test/harness/api-client.ts'
import { newId, type SessionId } from '../../../platform/ids.ts'
import { ticketOf } from '../../battle-records/public/ticket.ts'
import { type AdminFixture, createAdminFixture, publishedCourse } from '../admin-testbed.ts'

let fixture: AdminFixture
let support: TestUser
beforeAll(async () => {
  fixture = await createAdminFixture()
  support = await fixture.staff('SUPPORT')
})
afterAll(() => fixture.stop())

const db = () => fixture.service.test.database.query

interface Result {
  kind: string
  id: string
  title: string
  userId: string | null
}

async function search(text: string): Promise<Result[]> {
  const { status, body } = await fixture.call(
    `GET /admin/search?q=${encodeURIComponent(text)}`,
    undefined,
    support,
  )
  expect(status).toBe(200)
  return body.data
}
const found = async (text: string) =>
  (await search(text)).map(({ kind, id, userId }) => ({ kind, id, userId }))

test('a user is found by id, e-mail address and username, whole or in part, in any case', async () => {
  const user = await fixture.service.register()
  const expected = [{ kind: 'USER', id: user.id, userId: user.id }]
  for (const text of [user.id, user.id.toUpperCase(), user.email, user.email.toUpperCase(), user.username])
    expect(await found(text)).toEqual(expected)
  expect(await found(user.username.slice(2, -1))).toContainEqual(expected[0]!)
  expect(await search(user.username)).toMatchObject([{ title: user.username, detail: user.email }])
})

test('the exact user comes first although twenty newer users contain the text', async () => {
  const name = `needle${newId().slice(-6)}`
  const exact = newId()
  await db()`
    insert into user_account (id, email, username, created_at) values (${exact}, ${`${name}@x.example`}, ${name}, now())`
  await db()`
    insert into user_account (id, email, username, created_at)
    select uuidv7(), ${name} || number || '@y.example', ${name} || number, now() from generate_series(10, 40) number`
  const results = await found(name.toUpperCase())
  expect(results).toHaveLength(20)
  expect(results[0]).toEqual({ kind: 'USER', id: exact, userId: exact })
})

test('a moderator finds users and nothing else', async () => {
  const moderator = await fixture.staff('MODERATOR')
  const user = await fixture.service.register()
  const kindsFor = async (text: string, as: TestUser) =>
    (
      (await fixture.call(`GET /admin/search?q=${encodeURIComponent(text)}`, undefined, as)).body
        .data as Result[]
    ).map(({ kind }) => kind)
  for (const text of [user.id, user.email, user.username])
    expect(await kindsFor(text, moderator)).toEqual(['USER'])
})

test('a deleted user is not found', async () => {
  const user = await fixture.service.register()
  await fixture.call('DELETE /user/account', { password: user.password }, user)
  for (const text of [user.id, user.email, user.username]) expect(await found(text)).toEqual([])
})

test('a wallet is found by its address, own or linked, in any case', async () => {
  const user = await fixture.service.register()
  const address = `0xAb${newId().replaceAll('-', '').padEnd(38, '0')}`
  await db()`insert into linked_wallet (address, user_id, linked_at) values (${address}, ${user.id}, now())`
  for (const text of [address, address.toLowerCase()])
    expect(await found(text)).toEqual([{ kind: 'WALLET', id: address.toLowerCase(), userId: user.id }])
  expect(await found(`0x${'0'.repeat(40)}`)).toEqual([])
})

test('an order is found by its id and by the reference of its provider, also if that has the shape of an id', async () => {
  const user = await fixture.service.register()
  const wanted = { fiatAmount: 1_000, fiatCurrency: 'KES', cryptoCurrency: 'GEMS' }
  const quote = await fixture.call('POST /payment/on-ramp/quote', wanted, user)
  const body = { quoteId: quote.body.data.quoteId, paymentMethod: 'BANK_TRANSFER' }
  const { orderId } = (await fixture.call('POST /payment/on-ramp/initiate', body, user)).body.data
  const expected = [{ kind: 'ORDER', id: orderId, userId: user.id }]
  expect(await found(orderId)).toEqual(expected)
  for (const reference of ['PX-77/41', newId() as string]) {
    await db()`update payment_order set provider_order_id = ${reference} where id = ${orderId}`
    expect(await found(reference)).toEqual(expected)
  }
})

test('a certificate is found by its id and by its number with typing errors', async () => {
  const { courseId, lessonId } = await publishedCourse(fixture)
  const user = await fixture.service.register()
  await fixture.call(`POST /user-lessons/${lessonId}/complete`, {}, user)
  const claim = { courseId, studentName: 'Amina Otieno' }
  const id = (await fixture.call('POST /certificates/claim', claim, user)).body.data.certificateId
  const number = 'LYC-2026-0A1BCDEF'
  await db()`update certificate set number = ${number} where id = ${id}`
  for (const text of [id, number, ' lyc-2026-OAIbcdef '])
    expect(await search(text)).toMatchObject([{ kind: 'CERTIFICATE', id, userId: user.id, title: number }])
})

test('a chain transaction is found by its id, its hash and the hash of an earlier attempt', async () => {
  const [id, reference] = [newId(), `test:${newId()}`]
  const [hash, attempt] = [`0x${'a1'.repeat(32)}`, `0x${'b2'.repeat(32)}`]
  const bytes = Buffer.from('00', 'hex')
  await db()`
    insert into chain_transaction (id, reference, kind, contract, function_name, call_data, proof_topic, status,
      transaction_hash, block_number, created_at)
    values (${id}, ${reference}, 'test.call', 'Rewards', 'mint', ${bytes}, '0x', 'confirmed', ${hash}, 1, now())`
  await db()`
    insert into chain_attempt (hash, transaction_id, nonce, raw, max_fee_wei, priority_fee_wei, created_at)
    values (${hash}, ${id}, 1, ${bytes}, 1, 1, now()), (${attempt}, ${id}, 1, ${bytes}, 1, 1, now())`
  for (const text of [id, hash, hash.toUpperCase().replace('0X', '0x'), attempt])
    expect(await found(text)).toEqual([{ kind: 'CHAIN_TRANSACTION', id, userId: null }])
  await db()`delete from chain_attempt where transaction_id = ${id}`
  expect(await found(hash)).toHaveLength(1)
})

test('a contest is found by its id and title, with the exact title first', async () => {
  const create = async (title: string, description: string) => {
    const contest = {
      title,
      description,
      entryFeeGems: 0,
      prizePoolGems: 10,
      startsAt: '2036-11-02T08:00:00.000Z',
      endsAt: '2036-11-02T09:00:00.000Z',
      questions: [{ prompt: 'A?', options: ['a', 'b'], correctIndex: 0 }],
    }
    return (await fixture.call('POST /admin/contests', contest)).body.data.id as string
  }
  const exact = await create('Zebra 100% sprint', '')
  const longer = await create('The Zebra 100% sprint again', '')
  await create('Something else', 'About the Zebra 100% sprint.')
  const contest = (id: string) => ({ kind: 'CONTEST', id, userId: null })
  expect(await found(exact)).toEqual([contest(exact)])
  expect(await found('zebra 100% SPRINT')).toEqual([contest(exact), contest(longer)])
  expect(await found('zebra 1__% sprint')).toEqual([])
  const moderator = await fixture.staff('MODERATOR')
  for (const text of [exact, 'Zebra']) {
    const { status, body } = await fixture.call(`GET /admin/search?q=${text}`, undefined, moderator)
    expect([status, body.data]).toEqual([200, []])
  }
})

test('a battle is found by its id', async () => {
  const id = newId()
  await db()`
    insert into battle_room (id, kind, state, stake, seed, start_deadline, created_at, ended_at, reason)
    values (${id}, 'QUEUE', 'FINISHED', 0, ${newId()}, now(), now(), now(), 'COMPLETED')`
  expect(await found(id)).toEqual([{ kind: 'BATTLE', id, userId: null }])
})

test('a short, missing or unknown parameter is refused, and a text without a match finds nothing', async () => {
  for (const query of ['', '?q=ab', '?q=%20%20ab', `?q=${'x'.repeat(255)}`, '?q=user&kind=USER'])
    expect((await fixture.call(`GET /admin/search${query}`, undefined, support)).status).toBe(400)
  for (const text of ["'; drop table user_account; --", '%%%', '\\\\\\', newId(), `0x${'c'.repeat(64)}`])
    expect(await found(text)).toEqual([])
})

test('a place in the queue of battles is found by its id and by the ticket of the app, with its user', async () => {
  const user = await fixture.service.register()
  const [id, sessionId] = [newId<'BattleEntry'>(), newId<'Session'>() as SessionId]
  await db()`
    insert into battle_entry (id, user_id, session_id, status, is_live, stake, rating, joined_at, expires_at, ended_at)
    values (${id}, ${user.id}, ${sessionId}, 'TIMED_OUT', false, 25, 1500, now(), now(), now())`
  const expected = [{ kind: 'TICKET', id, userId: user.id }]
  expect(await found(id)).toEqual(expected)
  const ticket = ticketOf({ entryId: id, sessionId })
  expect(await found(ticket)).toEqual(expected)
  // A ticket that the service did not sign is a text like any other.
  expect(await found(`${ticket.slice(0, -2)}xx`)).toEqual([])
})
