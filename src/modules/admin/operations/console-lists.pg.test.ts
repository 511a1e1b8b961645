import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../../test/harness/api-client.ts'
import { waitUntil } from '../../../../test/harness/wait-until.ts'
import { newId, smallestIdAt } from '../../../platform/ids.ts'
import { seal } from '../../../platform/secrets.ts'
import { SEARCHED_TRANSFERS } from '../../ledger/public/list-transfers.ts'
import { type AdminFixture, createAdminFixture, publishedCourse } from '../admin-testbed.ts'

let fixture: AdminFixture
let support: TestUser
beforeAll(async () => {
  fixture = await createAdminFixture()
  support = await fixture.staff('SUPPORT')
})
afterAll(() => fixture.stop())

const db = () => fixture.service.test.database.query
const read = async (path: string, as = support) => (await fixture.call(`GET ${path}`, undefined, as)).body
const statusOf = async (path: string) => (await fixture.call(`GET ${path}`, undefined, support)).status
const idsOf = async (path: string, field = 'id') => {
  const { data, meta } = await read(path)
  expect(meta.total).toBe(data.length)
  return data.map((item: Record<string, string>) => item[field])
}

describe('orders', () => {
  async function order(payer: TestUser): Promise<string> {
    const wanted = { fiatAmount: 1_000, fiatCurrency: 'KES', cryptoCurrency: 'GEMS' }
    const quote = await fixture.call('POST /payment/on-ramp/quote', wanted, payer)
    const body = { quoteId: quote.body.data.quoteId, paymentMethod: 'BANK_TRANSFER' }
    return (await fixture.call('POST /payment/on-ramp/initiate', body, payer)).body.data.orderId
  }

  test('orders are filtered by user, status, provider and time', async () => {
    const [payer, other] = [await fixture.service.register(), await fixture.service.register()]
    const [first, second, foreign] = [await order(payer), await order(payer), await order(other)]
    await db()`update payment_order set created_at = '2026-01-01' where id = ${first}`
    await db()`update payment_order set created_at = '2026-01-02', status = 'UNDER_REVIEW' where id = ${second}`
    await db()`update payment_order set provider = 'fonbnk' where id = ${foreign}`
    const list = (query: string) => idsOf(`/admin/orders?${query}`, 'orderId')
    expect(await list(`userId=${payer.id}`)).toEqual([second, first])
    expect(await list(`userId=${payer.id}&status=UNDER_REVIEW`)).toEqual([second])
    expect(await list('provider=fonbnk')).toEqual([foreign])
    expect(await list(`userId=${payer.id}&provider=fonbnk`)).toEqual([])
    expect(await list(`to=2026-01-02T00:00:00Z`)).toEqual([first])
    expect(await list(`from=2026-01-02T00:00:00Z&to=2026-01-03T00:00:00Z`)).toEqual([second])
  })

  test('an unknown or malformed filter is refused', async () => {
    for (const query of ['user=1', 'userId=7', 'status=LOST', 'provider=', 'from=today', 'to=2026-01-01'])
      expect([query, await statusOf(`/admin/orders?${query}`)]).toEqual([query, 400])
  })
})

test('certificates are filtered by number with typing errors, user, course, status and time', async () => {
  const { courseId, lessonId } = await publishedCourse(fixture)
  const claim = async () => {
    const user = await fixture.service.register()
    await fixture.call(`POST /user-lessons/${lessonId}/complete`, {}, user)
    const body = { courseId, studentName: 'Amina Otieno' }
    const response = await fixture.call('POST /certificates/claim', body, user)
    return { userId: user.id, id: response.body.data.certificateId as string }
  }
  const [one, other] = [await claim(), await claim()]
  await db()`update certificate set number = 'LYC-2026-0A1BCDEF' where id = ${one.id}`
  await db()`
    update certificate set status = 'MINTED', token_id = '7', transaction_hash = '0x07', pending_step = null, retry_at = null
    where id = ${one.id}`
  const list = (query: string) => idsOf(`/admin/certificates?${query}`)
  expect(await list('number=lyc-2026-oaibcdef')).toEqual([one.id])
  expect(await list('number=LYC-2026-ZZZZZZZZ')).toEqual([])
  expect(await list(`userId=${other.userId}`)).toEqual([other.id])
  expect(await list(`courseId=${courseId}`)).toEqual([other.id, one.id])
  expect(await list(`courseId=${courseId}&status=MINTED`)).toEqual([one.id])
  const [row] = await db()<{ at: Date }>`select issued_at as at from certificate where id = ${other.id}`
  const at = (ms: number) => new Date(row!.at.getTime() + ms).toISOString()
  expect(await list(`userId=${other.userId}&from=${at(0)}&to=${at(1)}`)).toEqual([other.id])
  expect(await list(`userId=${other.userId}&from=${at(1)}`)).toEqual([])
  expect(await list(`userId=${other.userId}&to=${at(0)}`)).toEqual([])
  for (const query of ['number=77', 'status=LOST', 'courseId=x', 'course=x', 'from=today'])
    expect(await statusOf(`/admin/certificates?${query}`)).toBe(400)
})

describe('the chain', () => {
  const bytes = Buffer.from('00', 'hex')
  const hashOf = (digit: string) => `0x${digit.repeat(64)}`

  test('transactions are filtered by status, kind and hash, with gas, attempts and the last error', async () => {
    const [failed, sent] = [newId(), newId()]
    await db()`
      insert into chain_transaction (id, reference, kind, contract, function_name, call_data, proof_topic, status,
        failure_reason, transaction_hash, gas_limit, gas_used, sender, nonce, created_at)
      values (${failed}, ${failed}, 'test.one', 'Rewards', 'mint', ${bytes}, '0x', 'failed', 'it reverted', ${hashOf('a')},
          21000, 20000, '0x01', 4, now()),
        (${sent}, ${sent}, 'test.two', 'Rewards', 'mint', ${bytes}, '0x', 'sent', null, null, 21000, null, '0x01', 5, now())`
    await db()`
      insert into chain_attempt (hash, transaction_id, nonce, raw, max_fee_wei, priority_fee_wei, created_at)
      values (${hashOf('b')}, ${sent}, 5, ${bytes}, 1000000000, 1, now()),
        (${hashOf('c')}, ${sent}, 5, ${bytes}, 2500000000, 1, now())`
    const list = (query: string) => idsOf(`/admin/chain-transactions?${query}`)
    expect(await list('kind=test.one')).toEqual([failed])
    expect(await list('status=failed')).toEqual([failed])
    expect(await list('status=sent')).toEqual([sent])
    expect(await list('status=confirmed&kind=test.one')).toEqual([])
    expect(await list(`hash=${hashOf('A').replace('0X', '0x')}`)).toEqual([failed])
    expect(await list(`hash=${hashOf('b')}`)).toEqual([sent])
    const details = async (kind: string) => (await read(`/admin/chain-transactions?kind=${kind}`)).data[0]
    expect(await details('test.two')).toMatchObject({
      attempts: 2,
      maxFeeGwei: 2.5,
      lastError: null,
      nonce: 5,
    })
    expect(await details('test.one')).toMatchObject({
      attempts: 0,
      maxFeeGwei: null,
      lastError: 'it reverted',
      gasLimit: 21_000,
      gasUsed: 20_000,
    })
    for (const query of ['hash=0x12', 'status=lost', 'kinds=x'])
      expect(await statusOf(`/admin/chain-transactions?${query}`)).toBe(400)
  })

  test('the state shows the relayer and the queue, and no balance while the chain is off', async () => {
    expect((await read('/admin/chain')).data).toMatchObject({ isEnabled: false, relayer: null })
    await db()`
      insert into chain_sender (address, genesis_hash, next_nonce, gas_day, gas_used_today)
      values ('0x02', '0x', 42, '2026-01-01', 77)`
    // The queue is ordered by id. Other tests have queued transactions, too.
    const queued = smallestIdAt(new Date('2026-01-05'))
    await db()`
      insert into chain_transaction (id, reference, kind, contract, function_name, call_data, proof_topic, created_at)
      values (${queued}, ${queued}, 'test.three', 'Rewards', 'mint', ${bytes}, '0x', '2026-01-05')`
    const { relayer, queue } = (await read('/admin/chain')).data
    // The gas was used on another day.
    expect(relayer).toMatchObject({ address: '0x02', balanceEther: null, nextNonce: 42, gasUsedToday: 0 })
    expect(queue.oldestQueuedAt).toBe('2026-01-05T00:00:00.000Z')
    expect(queue.queued).toBeGreaterThanOrEqual(1)
  })
})

test('webhook events are filtered by source and status, and their bodies are shown without secrets', async () => {
  const [applied, dead, erased] = [newId(), newId(), newId()]
  const body = Buffer.from(JSON.stringify({ event: { id: 'evt-1', accessToken: 'hush-hush', tokenId: '7' } }))
  for (const [id, source, state, bytes] of [
    [applied, 'revenuecat', 'APPLIED', body],
    [dead, 'payments/sandbox', 'DEAD', body],
    [erased, 'revenuecat', 'IGNORED', null],
  ] as const)
    await db()`
      insert into webhook_event (id, source, event_id, body, body_digest, received_at, state, next_attempt_at)
      values (${id}, ${source}, ${id}, ${bytes}, ${body}, now(), ${state}, now())`
  const list = (query: string) => idsOf(`/admin/inbox/events?${query}`)
  expect(await list('source=revenuecat')).toEqual([erased, applied])
  expect(await list('status=DEAD')).toEqual([dead])
  expect(await list('source=revenuecat&status=IGNORED')).toEqual([erased])
  expect(JSON.stringify(await read('/admin/inbox/events'))).not.toContain('hush-hush')
  const { data } = await read(`/admin/inbox/events/${applied}`)
  expect(data).toMatchObject({ id: applied, source: 'revenuecat', status: 'APPLIED' })
  expect(JSON.parse(data.body)).toEqual({ event: { id: 'evt-1', accessToken: '[removed]', tokenId: '7' } })
  expect((await read(`/admin/inbox/events/${erased}`)).data.body).toBeNull()
  expect(await statusOf(`/admin/inbox/events/${newId()}`)).toBe(404)
  for (const query of ['status=LOST', 'state=DEAD', 'source='])
    expect(await statusOf(`/admin/inbox/events?${query}`)).toBe(400)
})

test('mails are listed without bodies, with masked addresses for support and whole ones for administrators', async () => {
  const secret = Buffer.from('the sealed body')
  const [sent, failed, pending] = [newId(), newId(), newId()]
  await db()`delete from outgoing_mail`
  for (const [id, sentAt, error] of [
    [sent, new Date(), null],
    [failed, null, '550 <ADA@example.com>: unknown'],
    [pending, null, null],
  ] as const)
    await db()`
      insert into outgoing_mail (id, recipient, subject, sealed_body, created_at, sent_at, attempts, last_error)
      values (${id}, 'ada@example.com', 'Your sign-in code', ${secret}, now() + interval '1 hour', ${sentAt}, 1, ${error})`
  const list = (query: string) => idsOf(`/admin/emails?${query}`)
  expect(await list('state=SENT')).toEqual([sent])
  expect(await list('state=FAILED')).toEqual([failed])
  expect(await list('state=PENDING')).toEqual([pending])
  const forSupport = await read('/admin/emails')
  expect(forSupport.data).toHaveLength(3)
  expect(forSupport.data.map(({ recipient }: { recipient: string }) => recipient)).toEqual(
    Array(3).fill('a***@example.com'),
  )
  expect(JSON.stringify(forSupport)).not.toMatch(/ada@example\.com|sealed/i)
  const forAdmin = (await read('/admin/emails?state=FAILED', fixture.admin)).data
  expect(forAdmin).toMatchObject([
    { recipient: 'ada@example.com', lastError: '550 <ADA@example.com>: unknown' },
  ])
  expect(await statusOf('/admin/emails?state=LOST')).toBe(400)
})

describe('sending a mail again', () => {
  const insert = async (sentAt: Date | null, error: string | null = null) => {
    const id = newId()
    await db()`
      insert into outgoing_mail (id, recipient, subject, sealed_body, created_at, sent_at, attempts, last_error)
      values (${id}, 'ada@example.com', 'Your sign-in code', ${seal('mail', '{"text":"Hello","html":"<p>Hello</p>"}')},
        now(), ${sentAt}, 3, ${error})`
    return id
  }
  const resend = (
    id: string,
    body: object = { reason: 'The mailbox was full.' },
    by = fixture.admin,
    key?: string,
  ) =>
    fixture.service.call(`POST /admin/emails/${id}/resend`, {
      token: by.accessToken,
      body,
      ...(key ? { headers: { 'idempotency-key': key } } : {}),
    })
  const rows = () => db()<{ id: string; sentAt: Date | null }>`
    select id, sent_at as "sentAt" from outgoing_mail where recipient = 'ada@example.com' order by id`
  beforeEach(async () => {
    await db()`delete from outgoing_mail`
  })

  test('an unsent mail is sent now, without a second mail', async () => {
    const id = await insert(null, 'mailbox full')
    const { status, body } = await resend(id)
    expect([status, body.data.id]).toEqual([200, id])
    await waitUntil(async () => (await rows())[0]?.sentAt != null)
    expect(await rows()).toHaveLength(1)
    const [entry] = await fixture.log('&act=email.resent')
    expect(entry).toMatchObject({
      subjectId: id,
      before: { state: 'UNSENT', attempts: 3 },
      after: { state: 'QUEUED', copyId: null },
      details: { reason: 'The mailbox was full.' },
    })
    expect(JSON.stringify([entry!.before, entry!.after])).not.toContain('ada@example.com')
  })

  test('of a sent mail one copy is sent, also if the request is repeated', async () => {
    const id = await insert(new Date())
    const key = newId()
    const first = await resend(id, undefined, undefined, key)
    const again = await resend(id, undefined, undefined, key)
    expect([first.status, again.body.data.id]).toEqual([200, first.body.data.id])
    expect(first.body.data).toMatchObject({ recipient: 'ada@example.com', state: 'PENDING', attempts: 0 })
    expect(first.body.data.id).not.toBe(id)
    await waitUntil(async () => (await rows()).every(({ sentAt }) => sentAt !== null))
    expect((await rows()).map((row) => row.id)).toEqual([id, first.body.data.id].sort())
  })

  test('a missing reason, an unknown mail and another role are refused', async () => {
    const id = await insert(null)
    expect((await resend(id, {})).status).toBe(400)
    expect((await resend(newId())).body.error.code).toBe('MAIL_NOT_FOUND')
    expect((await resend(id, undefined, support)).status).toBe(403)
    expect(await rows()).toHaveLength(1)
  })
})

describe('the transfers of the ledger', () => {
  const list = async (query: string) => (await fixture.call(`GET /admin/ledger/transfers?${query}`)).body
  interface Shown {
    reference: string
    reason: string
    lines: { account: string; amount: number }[]
    lineCount: number
  }

  test('a transfer is found by each of its accounts, by its reference and by its reason, with both sides', async () => {
    const user = await fixture.service.register()
    for (const amount of [100, -40])
      await fixture.call(`POST /admin/users/${user.id}/grants`, { asset: 'GEM', amount, reason: 'A test.' })
    const found = await list(`account=user:${user.id}`)
    expect(found.meta).toEqual({ total: 2, page: 1, limit: 20 })
    const [taken, granted] = found.data as [Shown, Shown]
    expect([taken.reason, granted.reason]).toEqual(['taken back', 'granted'])
    for (const { lines, lineCount } of [taken, granted]) {
      expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
      expect(lineCount).toBe(2)
    }
    expect((await list(`reference=${granted.reference}`)).data).toEqual([granted])
    expect((await list(`account=user:${user.id}&reason=granted`)).data).toEqual([granted])
    const ofHouse = (await list('account=house:grants&reason=granted')).data as Shown[]
    expect(ofHouse.map(({ reference }) => reference)).toContain(granted.reference)
    expect((await list('reason=granted')).data[0]).toEqual(granted)
    expect((await list(`account=user:${user.id}&limit=1&page=2`)).data).toEqual([granted])
    expect((await list(`account=user:${user.id}&from=2100-01-01T00:00:00Z`)).data).toEqual([])
    expect((await list(`account=user:${user.id}&to=2100-01-01T00:00:00Z`)).meta.total).toBe(2)
    expect((await list(`account=user:${newId()}&reference=${granted.reference}`)).data).toEqual([])
  })

  test('transfers to and from escrows are listed without those between users and the house', async () => {
    const [user, entryId, source] = [await fixture.service.register(), newId(), `test:${newId()}`]
    await fixture.call(`POST /admin/users/${user.id}/grants`, { asset: 'GEM', amount: 5, reason: 'A test.' })
    const transferId = newId()
    await db()`
      with transfer as (
        insert into ledger_transfer (id, source, reason, created_at) values (${transferId}, ${source}, 'battle stake', now())
      )
      insert into ledger_entry (transfer_id, line, account, asset, amount, created_at)
      values (${transferId}, 1, ${`user:${user.id}`}, 'GEM', -5, now()), (${transferId}, 2, ${`battle:${entryId}`}, 'GEM', 5, now())`
    const references = (query: string) =>
      list(query).then(({ data }) => (data as Shown[]).map(({ reference }) => reference))
    expect((await references(''))[0]).toBe(source)
    expect((await references('isEscrow=true'))[0]).toBe(source)
    expect((await list('isEscrow=true')).data.every(({ lines }: Shown) => lines.some(isEscrow))).toBe(true)
    expect((await list('')).data.every(({ lines }: Shown) => lines.some(isEscrow))).toBe(false)
    expect(await references('isEscrow=true&to=2020-01-01T00:00:00Z')).toEqual([])
    expect(
      (await fixture.call('GET /admin/ledger/transfers?isEscrow=true&account=house:grants')).status,
    ).toBe(400)
  })
  const isEscrow = ({ account }: { account: string }) => !/^(user|house):/.test(account)

  test('a malformed account or an unknown filter is refused', async () => {
    for (const query of ['account=grants', 'account=bank:x', 'accounts=house:grants', 'from=yesterday'])
      expect((await fixture.call(`GET /admin/ledger/transfers?${query}`)).status).toBe(400)
    expect((await fixture.call('GET /admin/ledger/transfers', undefined, support)).status).toBe(403)
  })

  test('transfers of a past day are found behind more newer ones than a filter looks at', async () => {
    const at = new Date('2025-03-01T10:00:00Z')
    const transferId = smallestIdAt(at).slice(0, 14) + newId().slice(14)
    const account = `contest:${newId()}`
    await db()`
      insert into ledger_transfer (id, source, reason, created_at) values (${transferId}, ${transferId}, 'a past day', ${at})`
    await db()`
      insert into ledger_entry (transfer_id, line, account, asset, amount, created_at)
      values (${transferId}, 1, ${account}, 'GEM', 5, ${at}), (${transferId}, 2, 'house:grants', 'GEM', -5, ${at})`
    await db()`
      with newer as (
        insert into ledger_transfer (id, source, reason, created_at)
        select uuidv7(), 'newer:' || number, 'newer', now() from generate_series(1, ${SEARCHED_TRANSFERS}) as number
        returning id
      )
      insert into ledger_entry (transfer_id, line, account, asset, amount, created_at)
      select id, line, 'house:grants', 'GEM', 3 - 2 * line, now() from newer, generate_series(1, 2) as line`
    const day = 'from=2025-03-01T00:00:00Z&to=2025-03-02T00:00:00Z'
    for (const query of ['', '&reason=a%20past%20day', '&isEscrow=true', '&account=house:grants'])
      expect([query, (await list(day + query)).data]).toMatchObject([query, [{ reference: transferId }]])
    expect((await list('from=2025-03-02T00:00:00Z&to=2025-03-03T00:00:00Z')).data).toEqual([])
  })
})

test('users are listed by the time of their sign-up and by their last activity', async () => {
  const user = await fixture.service.register()
  const created = new Date((await fixture.call(`GET /admin/users/${user.id}`)).body.data.createdAt as string)
  const ids = async (query: string) =>
    ((await fixture.call(`GET /admin/users?${query}`)).body.data as { id: string }[]).map(({ id }) => id)
  const at = (ms: number) => new Date(created.getTime() + ms).toISOString()
  expect(await ids(`from=${at(0)}&to=${at(1)}`)).toEqual([user.id])
  expect(await ids(`search=${user.username}&from=${at(0)}`)).toEqual([user.id])
  expect(await ids(`from=${at(1)}`)).not.toContain(user.id)
  expect(await ids(`to=${at(0)}`)).not.toContain(user.id)
  // A day that no other test has an activity on or after.
  await db()`insert into streak_day (user_id, day, status) values (${user.id}, '2101-01-02', 'DONE')`
  expect(await ids('activeSince=2101-01-02')).toEqual([user.id])
  expect(await ids('activeSince=2101-01-03')).toEqual([])
  expect(await ids('activeSince=2101-01-01&activeTo=2101-01-02')).toEqual([user.id])
  expect(await ids('activeSince=2101-01-01&activeTo=2101-01-01')).toEqual([])
  expect((await fixture.call('GET /admin/users?activeTo=2101-01-02')).status).toBe(400)
  expect((await fixture.call('GET /admin/users?activeSince=2101-01-02&role=USER')).status).toBe(400)
})

test('users are listed by the step that they reached within 90 days after their sign-up', async () => {
  const { courseId, lessonId } = await publishedCourse(fixture)
  const register = () => fixture.service.register()
  // In the order of their sign-up.
  const [idle, late, learner, certified] = [
    await register(),
    await register(),
    await register(),
    await register(),
  ] as const
  const created = (await fixture.call(`GET /admin/users/${idle.id}`)).body.data.createdAt as string
  for (const user of [late, learner, certified])
    await fixture.call(`POST /user-lessons/${lessonId}/complete`, {}, user)
  await fixture.call('POST /certificates/claim', { courseId, studentName: 'Amina Otieno' }, certified)
  await db()`
    update lesson_completion set completed_at = completed_at + interval '91 days' where user_id = ${late.id}`
  await db()`update enrollment set completed_at = completed_at + interval '91 days' where user_id = ${late.id}`
  const list = async (query: string) =>
    (await fixture.call(`GET /admin/users?from=${created}&${query}`)).body as {
      data: { id: string }[]
      meta: object
    }
  const ids = async (query: string) => (await list(query)).data.map(({ id }) => id)
  expect(await ids('reached=LESSON')).toEqual([certified.id, learner.id])
  expect(await ids('reached=COURSE')).toEqual([certified.id, learner.id])
  expect(await ids('reached=CERTIFICATE')).toEqual([certified.id])
  const second = await list('reached=LESSON&limit=1&page=2')
  expect([second.data.map(({ id }) => id), second.meta]).toEqual([
    [learner.id],
    { total: 2, page: 2, limit: 1 },
  ])
  expect(await ids(`reached=LESSON&to=${created}`)).toEqual([])
  for (const query of ['reached=LESSON&role=USER', 'reached=LESSON&activeSince=2026-01-01', 'reached=BADGE'])
    expect((await fixture.call(`GET /admin/users?${query}`)).status).toBe(400)
})

test('a time before 1970 and a far time are ordinary times of a filter', async () => {
  for (const path of ['users', 'certificates', 'battles', 'orders', 'ledger/transfers'])
    for (const query of ['from=0001-01-01T00:00:00Z', 'to=1960-01-01T00:00:00Z', 'to=9999-12-31T23:59:59Z']) {
      const { status } = await fixture.call(`GET /admin/${path}?${query}`)
      expect([path, query, status]).toEqual([path, query, 200])
    }
})

describe('battles', () => {
  /** A battle of two users, created at a time. */
  async function battle({
    kind = 'QUEUE',
    status = 'COMPLETED',
    stake = 0,
    at,
    players = [],
  }: {
    kind?: string
    status?: string
    stake?: number
    at: string
    players?: TestUser[]
  }) {
    const isOpen = status === 'WAITING' || status === 'IN_PROGRESS'
    const state = { COMPLETED: 'FINISHED', FORFEIT: 'FINISHED' }[status] ?? status
    const id = smallestIdAt(new Date(at)).slice(0, 14) + newId().slice(14)
    const [ended, reason] = isOpen ? [null, null] : [new Date(at), status]
    await db()`
      insert into battle_room (id, kind, state, stake, seed, bot_difficulty, bot_score, start_deadline, created_at, ended_at, reason)
      values (${id}, ${kind}, ${state}, ${stake}, ${newId()}, ${kind === 'BOT' ? 'EASY' : null}, ${kind === 'BOT' ? 7 : null},
        ${new Date(at)}, ${new Date(at)}, ${ended}, ${reason})`
    const entries: string[] = []
    for (const [seat, { id: userId }] of players.entries()) {
      entries.push(newId())
      await db()`
        insert into battle_entry (id, user_id, session_id, status, is_live, stake, rating, joined_at, expires_at, ended_at,
          room_id, seat, score, result, gems_delta, xp_earned)
        values (${entries[seat]!}, ${userId}, ${newId()}, 'MATCHED', ${isOpen}, ${stake}, 1500, now(), now(), ${ended}, ${id},
          ${seat}, ${isOpen ? null : 10 - seat}, ${isOpen ? null : seat === 0 ? 'WIN' : 'LOSS'}, ${isOpen ? null : 5}, 20)`
    }
    return { id, entries }
  }
  const list = (query: string) => idsOf(`/admin/battles?${query}`)
  const DAY = 'from=2026-02-01T00:00:00Z&to=2026-02-02T00:00:00Z'

  test('battles are filtered by time, kind, status, user and id, with their players', async () => {
    const [ada, ben] = [await fixture.service.register(), await fixture.service.register()]
    const before = await battle({ at: '2026-01-31T23:59:59.999Z', players: [ada] })
    const first = await battle({ at: '2026-02-01T00:00:00.000Z', stake: 5, players: [ada, ben] })
    const bot = await battle({ at: '2026-02-01T01:00:00.000Z', kind: 'BOT', players: [ben] })
    const forfeited = await battle({ at: '2026-02-01T02:00:00.000Z', status: 'FORFEIT' })
    const abandoned = await battle({ at: '2026-02-01T03:00:00.000Z', status: 'ABANDONED', kind: 'FRIEND' })
    const cancelled = await battle({ at: '2026-02-01T04:00:00.000Z', status: 'CANCELLED' })
    const open = await battle({ at: '2026-02-01T05:00:00.000Z', status: 'IN_PROGRESS', players: [ada] })
    await battle({ at: '2026-02-02T00:00:00.000Z' })
    const played = [abandoned.id, forfeited.id, bot.id, first.id]
    expect(await list(DAY)).toEqual([open.id, cancelled.id, ...played])
    expect(await list(`${DAY}&status=PLAYED`)).toEqual(played)
    for (const [status, of] of [
      ['COMPLETED', [bot.id, first.id]],
      ['FORFEIT', [forfeited.id]],
      ['ABANDONED', [abandoned.id]],
      ['CANCELLED', [cancelled.id]],
      ['IN_PROGRESS', [open.id]],
      ['WAITING', []],
    ] as const)
      expect([status, await list(`${DAY}&status=${status}`)]).toEqual([status, [...of]])
    expect(await list(`${DAY}&kind=BOT`)).toEqual([bot.id])
    expect(await list(`${DAY}&kind=FRIEND&status=ABANDONED`)).toEqual([abandoned.id])
    expect(await list(`${DAY}&kind=QUEUE&status=ABANDONED`)).toEqual([])
    expect(await list(`userId=${ada.id}`)).toEqual([open.id, first.id, before.id])
    expect(await list(`userId=${ada.id}&status=COMPLETED&${DAY}`)).toEqual([first.id])
    expect(await list(`userId=${newId()}`)).toEqual([])
    expect(await list(`battleId=${first.id.toUpperCase()}`)).toEqual([first.id])
    expect(await list(`battleId=${first.id}&kind=BOT`)).toEqual([])
    expect(await list(`battleId=${first.id}&userId=${ben.id}`)).toEqual([first.id])
    expect(await list(`battleId=${bot.id}&userId=${ada.id}`)).toEqual([])
    await fixture.call('DELETE /user/account', { password: ben.password }, ben)
    expect((await read(`/admin/battles?battleId=${first.id}`)).data).toEqual([
      {
        id: first.id,
        kind: 'QUEUE',
        status: 'COMPLETED',
        stakeAmount: 5,
        botDifficulty: null,
        botScore: null,
        createdAt: '2026-02-01T00:00:00.000Z',
        endedAt: '2026-02-01T00:00:00.000Z',
        players: [[ada, 0, 'WIN', ada.username] as const, [ben, 1, 'LOSS', null] as const].map(
          ([{ id: userId }, seat, result, username]) => ({
            userId,
            username,
            escrowAccount: `battle:${first.entries[seat]}`,
            score: 10 - seat,
            result,
            gemsDelta: 5,
            xpEarned: 20,
          }),
        ),
      },
    ])
    expect((await read(`/admin/battles?battleId=${bot.id}`)).data).toMatchObject([
      { botDifficulty: 'EASY', botScore: 7 },
    ])
  })

  test('pages and cursors show each battle once, also when a newer one is created between them', async () => {
    const day = 'from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z'
    const ids: string[] = []
    for (const hour of [1, 2, 3, 4, 5])
      ids.unshift((await battle({ at: `2026-03-01T0${hour}:00:00.000Z` })).id)
    const page = async (query: string) => {
      const { data, meta } = await read(`/admin/battles?${day}&limit=2${query}`)
      return { ids: (data as { id: string }[]).map(({ id }) => id), ...meta }
    }
    expect(await page('&page=3')).toMatchObject({ ids: ids.slice(4), total: 5, page: 3, nextCursor: null })
    const first = await page('')
    expect(first).toMatchObject({ ids: ids.slice(0, 2), total: 5 })
    await battle({ at: '2026-03-01T06:00:00.000Z' })
    const second = await page(`&cursor=${first.nextCursor}`)
    expect(second).toMatchObject({ ids: ids.slice(2, 4), total: 6 })
    expect(await page(`&cursor=${second.nextCursor}`)).toMatchObject({ ids: ids.slice(4), nextCursor: null })
  })

  test('a malformed or unknown filter is refused', async () => {
    for (const query of [
      'status=LOST',
      'kind=HUMAN',
      'userId=7',
      'battleId=x',
      'cursor=x',
      'state=WAITING',
      'from=now',
    ])
      expect([query, await statusOf(`/admin/battles?${query}`)]).toEqual([query, 400])
  })
})
