import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { startTestHttp, type TestHttp, type TestResponse } from '../../../test/harness/http.ts'
import type { AutocommitDb } from '../db/database.ts'
import { defineRefusals } from '../errors.ts'
import { reactionTable } from '../transaction/reactions.ts'
import { createWrite } from '../transaction/write.ts'
import { z } from '../zod.ts'
import { endpoint } from './endpoint.ts'

const errors = defineRefusals({
  pin_locked: { kind: 'locked', message: 'Wait.' },
  signed_out: { kind: 'unauthenticated', message: 'Sign in.' },
  too_many: { kind: 'rate_limited', message: 'Wait.' },
  no_funds: { kind: 'payment_required', message: 'You cannot afford it.' },
  away: { kind: 'unavailable', message: 'Come again.' },
})
const shown = { tag: 'Test', summary: 'Test', method: 'post', access: 'user' } as const
const anything = { status: 201, data: z.any() } as const

let effects = 0
let outcome: () => void = () => undefined
let begunBefore: boolean[] = []

const endpoints = [
  endpoint({
    ...shown,
    path: '/verify',
    body: z.object({ pin: z.string() }),
    response: anything,
    handle: ({ isRetry, respondAfterCommit }) => {
      begunBefore.push(isRetry)
      outcome()
      return respondAfterCommit({ effect: ++effects })
    },
  }),
  endpoint({
    ...shown,
    path: '/order',
    response: anything,
    handle: async ({ write }) => {
      const response = await write(async () => ({ effect: ++effects }))
      outcome()
      return response
    },
  }),
  endpoint({
    ...shown,
    path: '/sign-out',
    perSession: true,
    response: anything,
    handle: ({ caller, respondAfterCommit }) =>
      respondAfterCommit({ ended: caller.sessionId, effect: ++effects }),
  }),
  endpoint({
    ...shown,
    path: '/refresh',
    body: z.object({}),
    bodyCredential: () => 'a refresh token',
    response: anything,
    handle: ({ respondAfterCommit }) => respondAfterCommit({ effect: ++effects }),
  }),
  endpoint({
    ...shown,
    path: '/form',
    body: z.object({ title: z.string().optional() }),
    upload: { parts: ['image'], limitBytes: 100_000, description: 'A file' },
    response: anything,
    handle: ({ respondAfterCommit }) => respondAfterCommit({ effect: ++effects }),
  }),
  endpoint({
    ...shown,
    path: '/conflict',
    body: z.object({ afterwards: z.string() }),
    response: anything,
    handle: ({ body: { afterwards }, write }) => {
      let runs = 0
      return write(async (tx) => {
        // The first run stores its response and fails in its commit.
        await tx`insert into placed_order (conflicts) values (${++runs === 1})`
        if (runs > 1 && afterwards === 'refused') throw errors.no_funds()
        return { way: runs === 1 ? 'kept' : afterwards }
      })
    },
  }),
]

let testDatabase: TestDatabase
let db: AutocommitDb
let http: TestHttp
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  db = testDatabase.database.autocommit
  await db`create table placed_order (id integer generated always as identity, conflicts boolean not null)`
  await db`
    create function raise_conflict() returns trigger language plpgsql as $$
      begin raise exception 'a conflict' using errcode = '40001'; end $$`
  await db`
    create constraint trigger conflict_in_commit after insert on placed_order deferrable initially deferred
      for each row when (new.conflicts) execute function raise_conflict()`
  const write = createWrite(testDatabase.database, reactionTable([]), () => {})
  http = startTestHttp(endpoints, { autocommitDb: db, write })
})
afterAll(async () => {
  await http?.stop()
  await testDatabase?.drop()
})
beforeEach(() => {
  effects = 0
  outcome = () => undefined
  begunBefore = []
})

let keys = 0
const newKey = () => `key-${++keys}`
const send = (path: string, key: string, body: unknown = {}, token = 'USER-ada') =>
  http.post(path, body, { 'idempotency-key': key, authorization: `Bearer ${token}` })
const isReplay = (response: TestResponse) => response.headers.get('idempotency-replayed') === 'true'
const codeOf = (response: TestResponse) => response.json.error?.code
const letPass = (interval: string) =>
  db`update idempotency_record set created_at = created_at - ${interval}::interval`

describe('a response stored by a transaction that was rolled back and run again', () => {
  for (const afterwards of ['kept', 'otherwise']) {
    test(`a response of a rolled-back run is replaced by the response of the next run (${afterwards})`, async () => {
      await db`delete from placed_order`
      const key = newKey()
      const first = await send('/conflict', key, { afterwards })
      expect([first.status, first.json.data]).toEqual([201, { way: afterwards }])
      const again = await send('/conflict', key, { afterwards })
      expect([again.status, isReplay(again), again.text]).toEqual([201, true, first.text])
      expect(await db`select from placed_order`).toHaveLength(1)
    })
  }

  test('a response of a rolled-back run is dropped when the next run is refused', async () => {
    await db`delete from placed_order`
    const key = newKey()
    for (const isAgain of [false, true]) {
      const response = await send('/conflict', key, { afterwards: 'refused' })
      expect([codeOf(response), isReplay(response)]).toEqual(['NO_FUNDS', isAgain])
    }
    expect(await db`select from placed_order`).toHaveLength(0)
  })
})

describe('a response stored by its commit', () => {
  for (const refusal of Object.values(errors)) {
    test(`a committed response is replayed to a client that got ${refusal.code} after it`, async () => {
      const key = newKey()
      outcome = () => {
        throw refusal()
      }
      expect(codeOf(await send('/order', key))).toBe(refusal.code)
      outcome = () => undefined
      const again = await send('/order', key)
      expect([again.status, isReplay(again), again.json.data, effects]).toEqual([201, true, { effect: 1 }, 1])
    })
  }
})

describe('whether a request is a retry', () => {
  const accident = () => {
    throw new Error('an accident')
  }

  test('an expired request under the same key does not make a new one a retry', async () => {
    const key = newKey()
    await send('/verify', key, { pin: '1' })
    await letPass('24 hours 1 second')
    expect((await send('/verify', key, { pin: '2' })).status).toBe(201)
    expect(begunBefore).toEqual([false, false])
  })

  test('a request is still a retry after a temporary refusal, and the key is still bound to its body', async () => {
    const key = newKey()
    outcome = accident
    expect((await send('/verify', key, { pin: '1' })).status).toBe(500)
    outcome = () => {
      throw errors.pin_locked()
    }
    expect((await send('/verify', key, { pin: '1' })).status).toBe(423)
    outcome = () => undefined
    expect(codeOf(await send('/verify', key, { pin: '2' }))).toBe('IDEMPOTENCY_KEY_REUSED')
    expect((await send('/verify', key, { pin: '1' })).status).toBe(201)
    expect(begunBefore).toEqual([false, true, true])
  })
})

describe('a request scoped to a session', () => {
  test('a session-scoped request is a different one in another session of the same user', async () => {
    const key = newKey()
    const phone = await send('/sign-out', key, {}, 'USER-ada-phone')
    const laptop = await send('/sign-out', key, {}, 'USER-ada-laptop')
    expect([phone.json.data, laptop.json.data]).toEqual([
      { ended: 'session of phone', effect: 1 },
      { ended: 'session of laptop', effect: 2 },
    ])
    const again = await send('/sign-out', key, {}, 'USER-ada-phone')
    expect([again.text, isReplay(again), effects]).toEqual([phone.text, true, 2])
  })

  test('a request that is not session-scoped is replayed after a new sign-in', async () => {
    const key = newKey()
    await send('/verify', key, { pin: '1' }, 'USER-ada-phone')
    expect(isReplay(await send('/verify', key, { pin: '1' }, 'USER-ada-laptop'))).toBe(true)
  })
})

describe('guessing the body of a request by its key', () => {
  test('a key with five mismatched bodies no longer replays its response', async () => {
    const key = newKey()
    await send('/verify', key, { pin: '739164' })
    for (let guess = 0; guess < 4; guess++)
      expect(codeOf(await send('/verify', key, { pin: `${guess}` }))).toBe('IDEMPOTENCY_KEY_REUSED')
    // A client with up to four mistakes still gets its response.
    expect(isReplay(await send('/verify', key, { pin: '739164' }))).toBe(true)
    await send('/verify', key, { pin: '5' })
    const hit = await send('/verify', key, { pin: '739164' })
    expect([hit.status, codeOf(hit), effects]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED', 1])
    await letPass('24 hours 1 second')
    expect((await send('/verify', key, { pin: '739164' })).status).toBe(201)
    expect(isReplay(await send('/verify', key, { pin: '739164' }))).toBe(true)
  })

  test('concurrent guesses do not exceed the limit of mismatched bodies', async () => {
    const key = newKey()
    await send('/verify', key, { pin: '739164' })
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, guess) => send('/verify', key, { pin: `${guess}` })),
    )
    expect(guesses.map(codeOf)).toEqual(guesses.map(() => 'IDEMPOTENCY_KEY_REUSED'))
    expect(codeOf(await send('/verify', key, { pin: '739164' }))).toBe('IDEMPOTENCY_KEY_REUSED')
    expect(effects).toBe(1)
  })
})

test('a response with a replay time of ten minutes is not replayed afterwards', async () => {
  const key = newKey()
  await send('/refresh', key)
  await letPass('9 minutes 30 seconds')
  expect(isReplay(await send('/refresh', key))).toBe(true)
  await letPass('31 seconds')
  const newKeyResponse = await send('/refresh', key)
  expect([newKeyResponse.status, isReplay(newKeyResponse), effects]).toEqual([201, false, 2])
})

describe('a form under the same key', () => {
  const boundary = 'between-parts'
  const text = (name: string, content: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`
  const file = (name: string, content: string, fileName = 'a.png') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: image/png\r\n\r\n${content}\r\n`
  const sendForm = (key: string, ...options: string[]) =>
    http.ask('/form', {
      method: 'POST',
      headers: {
        'idempotency-key': key,
        authorization: 'Bearer USER-ada',
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      body: `${options.join('')}--${boundary}--\r\n`,
    })
  const pairs: [string, string[], string[]][] = [
    ['a file of another name', [file('image', 'x', 'a.png')], [file('image', 'x', 'b.png')]],
    [
      'a file that ends with the content of the next part',
      [file('image', 'x'), text('title', 't')],
      [file('image', 'x"title""t"')],
    ],
    [
      'text in place of a file that is ignored',
      [file('other', 'x'), text('title', 't')],
      [text('other', 'title'), file('t', 'x')],
    ],
  ]
  for (const [what, first, second] of pairs) {
    test(`a form with ${what} is a different request`, async () => {
      const key = newKey()
      expect((await sendForm(key, ...first)).status).toBe(201)
      expect(isReplay(await sendForm(key, ...first))).toBe(true)
      expect(codeOf(await sendForm(key, ...second))).toBe('IDEMPOTENCY_KEY_REUSED')
    })
  }
})
