import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { applyRules } from '../../../test/harness/apply-rules.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { requestRaw, startTestHttp, type TestHttp, type TestResponse } from '../../../test/harness/http.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import type { AutocommitDb, Database } from '../db/database.ts'
import { PROCESS_LIVENESS_LOCK, startProcessLiveness } from '../db/process-liveness.ts'
import { defineRefusals } from '../errors.ts'
import { reactionTable } from '../transaction/reactions.ts'
import type { WriteResult } from '../transaction/run-transaction.ts'
import type { Tx } from '../transaction/tx.ts'
import { createWrite, type Write } from '../transaction/write.ts'
import { z } from '../zod.ts'
import { endpoint, type WriteRequest } from './endpoint.ts'
import { type Claim, claimKey, keyRetention, releaseKey, storeResponse } from './idempotency-keys.ts'

const errors = defineRefusals({
  no_funds: { kind: 'payment_required', message: 'You cannot afford it.' },
  pin_locked: { kind: 'locked', message: 'Wait.' },
})
const TOKEN = 'token-that-must-never-lie-in-the-database'
const shown = { tag: 'Test', summary: 'Test', access: 'optional' } as const
const anything = { status: 201, data: z.any() } as const
type Responders = Pick<WriteRequest<unknown, unknown, unknown, 'optional'>, 'write' | 'respondAfterCommit'>

const Amount = z.object({ amount: z.number().default(1) })

let effects = 0
let outcome: () => unknown = () => undefined
let begun = 0
let work: () => Promise<unknown> = () => Bun.sleep(20)
let beforeStoring: () => unknown = () => undefined
let afterStoring: () => unknown = () => undefined
let afterCommit: (request: Responders) => unknown = () => undefined
let begunBefore: boolean[] = []

const endpoints = [
  ...['/pay', '/gift/:id'].map((path) =>
    endpoint({
      ...shown,
      method: 'post',
      path,
      body: Amount,
      response: anything,
      handle: async ({ body, respondAfterCommit }) => {
        begun++
        await work()
        effects++
        outcome()
        return respondAfterCommit({ effect: effects, amount: body.amount, token: TOKEN })
      },
    }),
  ),
  ...['/sign-in', '/refresh'].map((path) =>
    endpoint({
      ...shown,
      method: 'post',
      path,
      access: 'public',
      body: z.object({ code: z.string() }),
      ...(path === '/refresh' ? { bodyCredential: ({ code }: { code: string }) => code } : {}),
      response: anything,
      handle: ({ respondAfterCommit }) => respondAfterCommit({ effect: ++effects, token: TOKEN }),
    }),
  ),
  endpoint({
    ...shown,
    method: 'post',
    path: '/order',
    body: Amount,
    response: anything,
    handle: async (request) => {
      const { amount } = request.body
      begunBefore.push(request.isRetry)
      const response = await request.write(async (tx) => {
        const [placed] = await tx`insert into placed_order (amount) values (${amount}) returning id`
        await beforeStoring()
        return { id: placed!.id, amount }
      })
      return ((await afterCommit(request)) ?? response) as typeof response
    },
  }),
  ...['/large', '/large-order'].map((path) =>
    endpoint({
      ...shown,
      method: 'post',
      path,
      response: anything,
      handle: ({ write, respondAfterCommit }) => {
        effects++
        const data = { text: 'x'.repeat(70_000) }
        return path === '/large' ? respondAfterCommit(data) : write(async () => data)
      },
    }),
  ),
  endpoint({
    ...shown,
    method: 'delete',
    path: '/pay',
    response: { status: 200 },
    handle: ({ respondAfterCommit }) => {
      effects++
      return respondAfterCommit()
    },
  }),
  endpoint({
    ...shown,
    method: 'get',
    path: '/pay',
    response: { status: 200, data: z.any() },
    handle: () => ++effects,
  }),
  endpoint({
    ...shown,
    method: 'post',
    path: '/upload',
    body: z.object({ title: z.string() }),
    upload: { parts: ['image'], limitBytes: 100_000, description: 'A file' },
    response: anything,
    handle: ({ respondAfterCommit }) => respondAfterCommit(++effects),
  }),
]

/** Runs `afterStoring` in each transaction, after its response is stored. */
function createHookedWrite(database: Database): Write {
  const write = createWrite(database, reactionTable([]), () => {})
  const withEvents = <Result>(
    work: (tx: Tx) => Promise<Result>,
    buildResponse: (tx: Tx, result: WriteResult<Result>) => Promise<unknown>,
  ) =>
    write.withEvents(work, async (tx, result) => {
      const response = await buildResponse(tx, result)
      await afterStoring()
      return response
    })
  return Object.assign(<Result>(work: (tx: Tx) => Promise<Result>) => write(work), {
    withEvents: withEvents as Write['withEvents'],
    shared: write.shared,
  })
}

let testDatabase: TestDatabase
let http: TestHttp
let another: TestHttp
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  const { database } = testDatabase
  const otherDatabase = testDatabase.another()
  await testDatabase.database.query`
    create table placed_order (id integer generated always as identity, amount integer not null)`
  http = startTestHttp(endpoints, { autocommitDb: database.autocommit, write: createHookedWrite(database) })
  another = startTestHttp(endpoints, {
    autocommitDb: otherDatabase.autocommit,
    write: createHookedWrite(otherDatabase),
  })
})
afterAll(async () => {
  await Promise.all([http?.stop(), another?.stop()])
  await testDatabase?.drop()
})
beforeEach(() => {
  effects = 0
  outcome = () => undefined
  begun = 0
  work = () => Bun.sleep(20)
})

let keys = 0
const newKey = () => `key-${++keys}`

function pay(
  key: string,
  body: unknown = {},
  options: { token?: string; path?: string; at?: TestHttp; accept?: string } = {},
) {
  const headers: Record<string, string> = {
    'idempotency-key': key,
    authorization: `Bearer ${options.token ?? 'USER-ada'}`,
  }
  if (options.accept) headers.accept = options.accept
  return (options.at ?? http).post(options.path ?? '/pay', body, headers)
}
const isReplay = (response: TestResponse) => response.headers.get('idempotency-replayed') === 'true'
const codeOf = (response: TestResponse) => response.json.error?.code

test('a key is accepted whatever the Host header says', async () => {
  const lines = ['POST /pay HTTP/1.1', 'Content-Length: 0', `Idempotency-Key: ${newKey()}`]
  const [first, again] = [
    await requestRaw(http.port, [...lines, 'Host: x:99999']),
    await requestRaw(http.port, [...lines, 'Host: [[[bad']),
  ]
  expect([first.status, again.status, isReplay(again), effects]).toEqual([201, 201, true, 1])
})

describe('the same key with the same body', () => {
  test('a repeated request replays the response and does the work once', async () => {
    const key = newKey()
    const first = await pay(key, { amount: 5 })
    expect([first.status, isReplay(first)]).toEqual([201, false])
    const again = await pay(key, { amount: 5 })
    expect([again.status, isReplay(again)]).toEqual([201, true])
    expect(again.text).toBe(first.text)
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    expect(effects).toBe(1)
  })

  test('a repeated request gets the stored response from another process too', async () => {
    const key = newKey()
    const first = await pay(key)
    const again = await pay(key, {}, { at: another })
    expect([again.text, isReplay(again), effects]).toEqual([first.text, true, 1])
  })

  test('idempotency keys work without a body and without a token', async () => {
    const send = () => http.ask('/pay', { method: 'DELETE', headers: { 'idempotency-key': 'bodiless' } })
    expect(isReplay(await send())).toBe(false)
    expect(isReplay(await send())).toBe(true)
    expect(effects).toBe(1)
  })

  test('fifty concurrent requests with one key do the work once', async () => {
    for (let round = 0; round < 3; round++) {
      effects = 0
      const key = newKey()
      const responses = await Promise.all(
        Array.from({ length: 50 }, (_, index) => pay(key, {}, { at: index % 2 ? http : another })),
      )
      expect(effects).toBe(1)
      const firsts = responses.filter((response) => response.status === 201 && !isReplay(response))
      expect(firsts).toHaveLength(1)
      for (const response of responses) {
        if (response.status === 201) expect(response.text).toBe(firsts[0]!.text)
        else {
          expect([response.status, codeOf(response)]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS'])
          expect(response.headers.get('retry-after')).toBe('1')
        }
      }
      expect((await pay(key)).text).toBe(firsts[0]!.text)
    }
  })

  test('an unsafe control without the header does the work each time', async () => {
    await Promise.all(
      Array.from({ length: 5 }, () => http.post('/pay', {}, { authorization: 'Bearer USER-ada' })),
    )
    expect(effects).toBe(5)
  })

  test('a GET request ignores the key', async () => {
    const ask = () => http.ask('/pay', { headers: { 'idempotency-key': 'get' } })
    expect([(await ask()).json.data, (await ask()).json.data]).toEqual([1, 2])
  })
})

describe('the key of a request without a token', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address })
  let public_: TestHttp
  beforeAll(() => {
    const environment = { TRUST_PROXY_HOPS: '1' }
    public_ = startTestHttp(endpoints, { autocommitDb: testDatabase.database.autocommit, environment })
  })
  afterAll(() => public_.stop())
  const signIn = (key: string, address: string, body: unknown, path = '/sign-in') =>
    public_.post(path, body, { 'idempotency-key': key, ...from(address) })

  test("an anonymous key is scoped to the client's network, so another network gets no replay", async () => {
    const key = newKey()
    const owner = await signIn(key, '203.0.113.7', { code: '482913' })
    // A guess from another network learns nothing by the key: it is checked and counted like any other
    // request.
    const wrong = await signIn(key, '198.51.100.1', { code: '000000' })
    expect([wrong.status, isReplay(wrong), effects]).toEqual([201, false, 2])
    const right = await signIn(key, '198.51.100.2', { code: '482913' })
    expect([right.status, isReplay(right), right.json.data.effect]).toEqual([201, false, 3])
    const again = await signIn(key, '203.0.113.7', { code: '482913' })
    expect([again.text, isReplay(again), effects]).toEqual([owner.text, true, 3])
    const other = await signIn(key, '203.0.113.7', { code: '111111' })
    expect([other.status, codeOf(other)]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  })

  test('an anonymous key with a proof from the body works from every network', async () => {
    const key = newKey()
    const first = await signIn(key, '203.0.113.7', { code: 'a long secret' }, '/refresh')
    const elsewhere = await signIn(key, '198.51.100.1', { code: 'a long secret' }, '/refresh')
    expect([elsewhere.text, isReplay(elsewhere), effects]).toEqual([first.text, true, 1])
    const otherClient = await signIn(key, '203.0.113.7', { code: 'another secret' }, '/refresh')
    expect([otherClient.status, isReplay(otherClient), effects]).toEqual([201, false, 2])
  })

  test('an anonymous key is stored without its network', async () => {
    await signIn(newKey(), '203.0.113.99', { code: '482913' })
    const rows = await testDatabase.database.query<{ scope: string }>`
      select scope from idempotency_record where scope like 'anonymous%' and route = 'POST /sign-in'`
    expect(rows.length).toBeGreaterThan(0)
    for (const { scope } of rows) expect(scope).toMatch(/^anonymous:[0-9a-f]{32}$/)
  })
})

describe('the scope of a key', () => {
  test('a key with another body is refused and does nothing', async () => {
    const key = newKey()
    await pay(key, { amount: 5 })
    const other = await pay(key, { amount: 6 })
    expect([other.status, codeOf(other), effects]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED', 1])
  })

  test('a key with another body is refused while the first request still runs', async () => {
    const key = newKey()
    const gate = Promise.withResolvers<void>()
    work = () => gate.promise
    const first = pay(key, { amount: 5 })
    await waitUntil(() => begun === 1)
    expect(codeOf(await pay(key, { amount: 6 }))).toBe('IDEMPOTENCY_KEY_REUSED')
    gate.resolve()
    expect([(await first).status, begun]).toEqual([201, 1])
  })

  test('the same key of another user is a different key', async () => {
    const key = newKey()
    await pay(key, { amount: 5 }, { token: 'USER-ada' })
    const bob = await pay(key, { amount: 6 }, { token: 'USER-bob' })
    expect([bob.status, isReplay(bob), effects]).toEqual([201, false, 2])
  })

  test('the same key on another path or method is a different key', async () => {
    const key = newKey()
    await pay(key)
    const responses = [await pay(key, {}, { path: '/gift/1' }), await pay(key, {}, { path: '/gift/2' })]
    responses.push(
      await http.ask('/pay', {
        method: 'DELETE',
        headers: { 'idempotency-key': key, authorization: 'Bearer USER-ada' },
      }),
    )
    expect(responses.map(isReplay)).toEqual([false, false, false])
    expect(effects).toBe(4)
  })

  test('a key runs again after 24 hours, and not before', async () => {
    const key = newKey()
    await pay(key)
    await testDatabase.database
      .query`update idempotency_record set created_at = now() - interval '23 hours 59 minutes'`
    expect(isReplay(await pay(key))).toBe(true)
    await testDatabase.database
      .query`update idempotency_record set created_at = now() - interval '24 hours 1 second'`
    const newKeyResponse = await pay(key, { amount: 9 })
    expect([
      newKeyResponse.status,
      isReplay(newKeyResponse),
      newKeyResponse.json.data.amount,
      effects,
    ]).toEqual([201, false, 9, 2])
    expect(isReplay(await pay(key, { amount: 9 }))).toBe(true)
  })
})

describe('the form of a key', () => {
  test('a key of 1 to 255 visible characters is accepted', async () => {
    for (const key of ['!', '~'.repeat(255), '8e03978e-40d5-43e8-bc93-6894a57f9324', '"quoted"']) {
      expect((await pay(key)).status).toBe(201)
    }
  })

  test('a key with any other form is refused and does nothing', async () => {
    for (const key of ['x'.repeat(256), 'a b', 'ü', 'a\tb', '']) {
      const response = await pay(key)
      expect([key, response.status, codeOf(response)]).toEqual([key, 400, 'IDEMPOTENCY_KEY_INVALID'])
    }
    expect(effects).toBe(0)
  })

  test('a key stays free when the request fails validation', async () => {
    const key = newKey()
    expect((await pay(key, { amount: 'x' })).status).toBe(400)
    expect((await pay(key, { amount: 5 })).status).toBe(201)
  })
})

describe('a stored response', () => {
  test('an internal error is not stored, and the same request may be sent again', async () => {
    const key = newKey()
    outcome = () => {
      throw new Error('an accident')
    }
    expect((await pay(key)).status).toBe(500)
    outcome = () => undefined
    const again = await pay(key)
    expect([again.status, isReplay(again), effects]).toEqual([201, false, 2])
  })

  test('a retryable refusal is not stored', async () => {
    const key = newKey()
    outcome = () => {
      throw errors.pin_locked({ retryAfterSeconds: 60 })
    }
    const refused = await pay(key)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([423, '60'])
    outcome = () => undefined
    expect((await pay(key)).status).toBe(201)
  })

  test('a refusal by a business rule is stored', async () => {
    const key = newKey()
    outcome = () => {
      throw errors.no_funds({ details: [{ field: 'amount', message: 'is too much' }], extra: { missing: 3 } })
    }
    const first = await pay(key)
    outcome = () => undefined
    const again = await pay(key)
    expect([again.status, isReplay(again), effects]).toEqual([402, true, 1])
    expect(again.text).toBe(first.text)
    expect(again.json.error).toMatchObject({ code: 'NO_FUNDS', missing: 3 })
  })

  test('a replayed response has its content type', async () => {
    const key = newKey()
    outcome = () => {
      throw errors.no_funds()
    }
    const first = await pay(key, {}, { accept: 'application/problem+json' })
    const again = await pay(key, {}, { accept: 'application/problem+json' })
    expect(first.headers.get('content-type')).toBe('application/problem+json')
    expect([again.headers.get('content-type'), again.text, isReplay(again)]).toEqual([
      'application/problem+json',
      first.text,
      true,
    ])
  })

  test('a stored response is sealed: neither its text nor the key is readable in the table', async () => {
    const key = `findable-${newKey()}`
    await pay(key, { amount: 123_456_789 })
    const rows = await testDatabase.database.query<{ bytes: string; sealed: Buffer }>`
      select idempotency_record::text as bytes, sealed_response as sealed from idempotency_record where status = 201`
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      for (const secret of [TOKEN, key, '123456789', 'success']) {
        expect(row.sealed.includes(secret)).toBe(false)
        expect(row.bytes.includes(secret)).toBe(false)
        expect(row.bytes.includes(Buffer.from(secret).toString('hex'))).toBe(false)
      }
    }
  })
})

describe('a response stored in the transaction of its effect', () => {
  const order = (key: string | undefined, body: unknown = {}, at = http) =>
    at.post('/order', body, {
      authorization: 'Bearer USER-ada',
      ...(key ? { 'idempotency-key': key } : {}),
    })
  const orders = async () => (await testDatabase.database.query`select from placed_order`).length
  const accident = () => {
    throw new Error('an accident')
  }
  beforeEach(async () => {
    await testDatabase.database.query`delete from placed_order`
    afterStoring = afterCommit = () => undefined
    begunBefore = []
  })

  test('a response stored in the transaction is replayed', async () => {
    const key = newKey()
    const first = await order(key)
    const again = await order(key)
    expect([first.status, again.status, isReplay(first), isReplay(again)]).toEqual([201, 201, false, true])
    expect([again.text, again.headers.get('content-type')]).toEqual([
      first.text,
      first.headers.get('content-type'),
    ])
    expect(await orders()).toBe(1)
  })

  test('a response stored in the transaction exists although the process failed right after the commit', async () => {
    const key = newKey()
    afterCommit = accident
    expect((await order(key)).status).toBe(500)
    afterCommit = () => undefined
    expect(codeOf(await order(key, { amount: 7 }))).toBe('IDEMPOTENCY_KEY_REUSED')
    const again = await order(key)
    expect([again.status, isReplay(again), again.json.data.amount]).toEqual([201, true, 1])
    expect(await orders()).toBe(1)
  })

  test('a response of a failed transaction is not stored, and only the same request may run again', async () => {
    const key = newKey()
    afterStoring = accident
    expect((await order(key)).status).toBe(500)
    expect((await order(key)).status).toBe(500)
    expect(await orders()).toBe(0)
    afterStoring = () => undefined
    expect(codeOf(await order(key, { amount: 7 }))).toBe('IDEMPOTENCY_KEY_REUSED')
    const again = await order(key)
    expect([again.status, isReplay(again), await orders()]).toEqual([201, false, 1])
    // Every run but the first gets `isRetry`.
    expect(begunBefore).toEqual([false, true, true])
  })

  test('a response stored in the transaction is replaced by a refusal that follows it', async () => {
    const key = newKey()
    afterStoring = () => {
      throw errors.no_funds()
    }
    expect(codeOf(await order(key))).toBe('NO_FUNDS')
    afterStoring = () => undefined
    const again = await order(key)
    expect([codeOf(again), isReplay(again), await orders()]).toEqual(['NO_FUNDS', true, 0])
  })

  test('a run that lost its claim cannot commit beside the current owner of the key', async () => {
    const key = newKey()
    const gate = Promise.withResolvers<void>()
    let runs = 0
    beforeStoring = () => (++runs === 1 ? gate.promise : undefined)
    const late = order(key)
    await waitUntil(() => runs === 1)
    await testDatabase.database.query`
      update idempotency_record set locked_until = now() - interval '1 second' where status is null`
    const second = await order(key, {}, another)
    gate.resolve()
    const response = await late
    beforeStoring = () => undefined
    expect([second.status, response.status, codeOf(response)]).toEqual([201, 409, 'IDEMPOTENCY_IN_PROGRESS'])
    const again = await order(key)
    expect([again.text, isReplay(again), await orders()]).toEqual([second.text, true, 1])
  })

  const faults: [string, (request: Responders) => unknown][] = [
    ['returns a value of its own', () => ({ another: true })],
    ['responds again', ({ respondAfterCommit }) => respondAfterCommit({ another: true })],
    ['writes again', ({ write }) => write(async (tx) => tx`insert into placed_order (amount) values (2)`)],
  ]
  for (const [fault, run] of faults) {
    test(`a handler that ${fault} after its write fails, and the response of its write is replayed`, async () => {
      for (const key of [undefined, newKey()]) {
        await testDatabase.database.query`delete from placed_order`
        afterCommit = run
        expect((await order(key)).status).toBe(500)
        afterCommit = () => undefined
        expect(await orders()).toBe(1)
        if (key) expect(isReplay(await order(key))).toBe(true)
      }
    })
  }

  test('without a key no response is stored, and each request does the work', async () => {
    for (let time = 0; time < 3; time++) expect((await order(undefined)).status).toBe(201)
    expect(await orders()).toBe(3)
  })
})

describe('a process that died during a request', () => {
  async function leaveLocked(key: string, body: unknown): Promise<void> {
    await pay(key, body)
    await testDatabase.database.query`
      update idempotency_record set status = null, sealed_response = null where created_at = (select max(created_at) from idempotency_record)`
    effects = 0
  }

  test('a dead process keeps the key until its lock expires', async () => {
    const key = newKey()
    await leaveLocked(key, { amount: 5 })
    const response = await pay(key, { amount: 5 })
    expect([response.status, codeOf(response), effects]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS', 0])
  })

  test('an expired lock is claimed by one of the repeated requests, with the same body only', async () => {
    const key = newKey()
    await leaveLocked(key, { amount: 5 })
    await testDatabase.database
      .query`update idempotency_record set locked_until = now() - interval '1 second' where status is null`
    expect(codeOf(await pay(key, { amount: 6 }))).toBe('IDEMPOTENCY_KEY_REUSED')
    const responses = await Promise.all(Array.from({ length: 20 }, () => pay(key, { amount: 5 })))
    expect(effects).toBe(1)
    expect(responses.filter((response) => response.status === 201 && !isReplay(response))).toHaveLength(1)
  })
})

describe('a process with a liveness lock', () => {
  const requestOf = (key: string) => ({
    scope: 'ada',
    route: 'POST /pay',
    key,
    fingerprint: Buffer.from('the same body'),
  })
  const claim = (key: string, owner: number | undefined) =>
    claimBy(testDatabase.database.autocommit, key, owner)
  const claimBy = (db: AutocommitDb, key: string, owner: number | undefined) =>
    claimKey(db, requestOf(key), owner).then(
      (claimed) => ('claim' in claimed ? 'first' : claimed),
      (refusal) => refusal.code,
    )
  /** A closed session still holds its lock for a moment. */
  const untilReleased = (owner: number) =>
    waitUntil(async () => {
      const locked = await testDatabase.database.query`
        select from pg_locks where locktype = 'advisory' and classid = ${PROCESS_LIVENESS_LOCK}::integer::oid and objid = ${owner}::integer::oid
          and database = (select oid from pg_database where datname = current_database())`
      return locked.length === 0
    })

  test('a process keeps its keys while its liveness lock exists, and loses them as soon as it is gone', async () => {
    const [victim, survivor] = await Promise.all([
      startProcessLiveness(testDatabase),
      startProcessLiveness(testDatabase),
    ])
    const key = newKey()
    expect(await claim(key, victim.lockNumber())).toBe('first')
    expect(await claim(key, victim.lockNumber())).toBe('IDEMPOTENCY_IN_PROGRESS')
    expect(await claim(key, survivor.lockNumber())).toBe('IDEMPOTENCY_IN_PROGRESS')
    await victim.end()
    await waitUntil(async () => (await claim(key, survivor.lockNumber())) === 'first')
    // One of the concurrent requests gets it.
    expect(await claim(key, survivor.lockNumber())).toBe('IDEMPOTENCY_IN_PROGRESS')
    const other = newKey()
    expect(await claim(other, survivor.lockNumber())).toBe('first')
    const last = survivor.lockNumber()!
    await survivor.end()
    await untilReleased(last)
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => claim(other, undefined)))
    expect(outcomes.filter((outcome) => outcome === 'first').length).toBe(1)
  })

  test('after an outage a process has a new liveness number: older claims are free, new ones are not', async () => {
    // The driver reports the lost session; no check finds it.
    const life = await startProcessLiveness(testDatabase, { checkIntervalMs: 3_600_000 })
    const before = life.lockNumber()!
    const key = newKey()
    expect(await claim(key, before)).toBe('first')
    await testDatabase.database.query`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'lyceum-liveness' and datname = current_database()`
    await waitUntil(() => life.lockNumber() !== undefined && life.lockNumber() !== before)
    await untilReleased(before)
    expect(await claim(key, life.lockNumber())).toBe('first')
    expect(await claim(key, life.lockNumber())).toBe('IDEMPOTENCY_IN_PROGRESS')
    await life.end()
  })

  test('a request over the session of the liveness lock, as behind a pooler, cannot claim its keys', async () => {
    await testDatabase.another().withSession(async ({ statement }) => {
      await statement`select pg_advisory_lock(${PROCESS_LIVENESS_LOCK}::integer, 77)`
      const key = newKey()
      expect(await claim(key, 77)).toBe('first')
      expect(await claimBy(statement as AutocommitDb, key, undefined)).toBe('IDEMPOTENCY_IN_PROGRESS')
      await statement`select pg_advisory_unlock(${PROCESS_LIVENESS_LOCK}::integer, 77)`
      expect(await claimBy(statement as AutocommitDb, key, undefined)).toBe('first')
    })
  })

  test('a process without a liveness lock keeps its keys until the timeout', async () => {
    const key = newKey()
    expect(await claim(key, 123_456)).toBe('first')
    expect(await claim(key, undefined)).toBe('IDEMPOTENCY_IN_PROGRESS')
  })
})

test('a run that lost its key neither releases it nor stores a response for the new owner', async () => {
  const db = testDatabase.database.autocommit
  const keyed = { scope: 'ada', route: 'POST /pay', key: newKey(), fingerprint: Buffer.from('body') }
  const late = (await claimKey(db, keyed)) as Claim
  await db`update idempotency_record set locked_until = now() - interval '1 second' where status is null`
  const second = (await claimKey(db, keyed)) as Claim
  await releaseKey(db, keyed, late)
  expect(await claimKey(db, keyed).catch((refusal) => refusal.code)).toBe('IDEMPOTENCY_IN_PROGRESS')
  const responseOf = (body: string) => ({ status: 201, contentType: 'application/json', body })
  await storeResponse(db, keyed, late, responseOf('of the late one'))
  await storeResponse(db, keyed, second, responseOf('of the second'))
  await storeResponse(db, keyed, late, responseOf('of the late one'))
  expect(await claimKey(db, keyed)).toEqual(responseOf('of the second'))
})

test('a body that is little more than a PIN cannot be derived from the table', async () => {
  const body = JSON.stringify({ amount: 1234 })
  await pay(newKey(), body)
  const digest = createHash('sha256').update(body).digest()
  expect(
    await testDatabase.database.query`select 1 from idempotency_record where body_digest = ${digest}`,
  ).toEqual([])
})

test('a form with another boundary counts as the same body, and with another file it does not', async () => {
  const send = (boundary: string, file: string) =>
    http.ask('/upload', {
      method: 'POST',
      headers: { 'idempotency-key': 'form', 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: [
        `--${boundary}\r\nContent-Disposition: form-data; name="title"\r\n\r\nA title\r\n`,
        `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n${file}\r\n--${boundary}--\r\n`,
      ].join(''),
    })
  expect((await send('one', 'bytes')).status).toBe(201)
  expect(isReplay(await send('other', 'bytes'))).toBe(true)
  expect(codeOf(await send('third', 'other bytes'))).toBe('IDEMPOTENCY_KEY_REUSED')
  expect(effects).toBe(1)
})

test('expired keys are deleted and newer ones stay', async () => {
  const db = testDatabase.database.autocommit
  await db`delete from idempotency_record`
  await pay(newKey())
  await db`update idempotency_record set created_at = now() - interval '25 hours'`
  await pay(newKey())
  await applyRules(db, [keyRetention], new Date())
  expect(await db`select count(*)::int as kept from idempotency_record`).toEqual([{ kept: 1 }])
})

describe('the limit of new keys', () => {
  let limited: TestHttp
  beforeAll(() => {
    const { database } = testDatabase
    const environment = { RATE_LIMITS: 'on', LIMIT_IDEMPOTENCY_KEYS: '3/86400' }
    limited = startTestHttp(endpoints, {
      environment,
      autocommitDb: database.autocommit,
      write: createHookedWrite(database),
    })
  })
  afterAll(() => limited?.stop())
  const payLimited = (key: string, token: string, body: unknown = {}) =>
    pay(key, body, { at: limited, token })

  test('a fourth key is refused without an effect, and known keys are replayed and not counted', async () => {
    const used = [newKey(), newKey(), newKey()]
    await payLimited(used[0]!, 'USER-bob')
    for (let retry = 0; retry < 5; retry++)
      expect(isReplay(await payLimited(used[0]!, 'USER-bob'))).toBe(true)
    expect(codeOf(await payLimited(used[0]!, 'USER-bob', { amount: 2 }))).toBe('IDEMPOTENCY_KEY_REUSED')
    for (const key of used.slice(1)) expect((await payLimited(key, 'USER-bob')).status).toBe(201)
    expect(effects).toBe(3)
    const refused = await payLimited(newKey(), 'USER-bob')
    expect([refused.status, codeOf(refused)]).toEqual([429, 'RATE_LIMITED'])
    expect(refused.text).toContain('Too many new Idempotency-Keys')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
    for (const key of used) expect(isReplay(await payLimited(key, 'USER-bob'))).toBe(true)
    expect(effects).toBe(3)
    const rows = await testDatabase.database.query`select from idempotency_record where scope = 'bob'`
    expect(rows).toHaveLength(3)
    // Other users, and requests without a key, are not affected.
    expect((await payLimited(newKey(), 'USER-cleo')).status).toBe(201)
    expect((await limited.post('/pay', {}, { authorization: 'Bearer USER-bob' })).status).toBe(201)
  })
})

describe('a response that is too large to store', () => {
  const large = 'x'.repeat(70_000)
  const post = (path: string, key: string) =>
    http.post(path, {}, { 'idempotency-key': key, authorization: 'Bearer USER-ada' })

  test('its key refuses a retry, and the request has one effect', async () => {
    for (const path of ['/large', '/large-order']) {
      effects = 0
      const key = newKey()
      const first = await post(path, key)
      expect([first.status, first.json.data.text]).toEqual([201, large])
      const again = await post(path, key)
      expect([again.status, codeOf(again)]).toEqual([409, 'IDEMPOTENCY_RESPONSE_NOT_STORED'])
      expect(effects).toBe(1)
    }
    const [row] = await testDatabase.database.query<{ bytes: number }>`
      select max(length(sealed_response))::integer as bytes from idempotency_record where route like '%/large%'`
    expect(row!.bytes).toBeLessThan(500)
  })
})
