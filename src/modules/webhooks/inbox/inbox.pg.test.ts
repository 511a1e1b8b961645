import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  setDefaultTimeout,
  test,
} from 'bun:test'
import { createTestTime } from '../../../../test/harness/time.ts'
import { until } from '../../../../test/harness/until.ts'
import { DAY_MS, HOUR_MS, later, now, useSystemClock } from '../../../platform/clock.ts'
import type { Refusal } from '../../../platform/errors.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import { sameBytes } from '../../../platform/secrets.ts'
import { errors } from '../errors.ts'
import { newAddress, openWebhookBed, rewardEvent, type WebhookBed } from '../webhook-testbed.ts'
import { listDeadEvents } from './list-dead-events.ts'
import { exportInbox, forgetInbox, tidyInbox } from './personal-data.ts'
import { replayEvent } from './replay-event.ts'
import type { InboxEventId, InboxSource } from './source.ts'

setDefaultTimeout(120_000)

/** A provider that signs by a word, and whose events fail for as long as a test wants. */
const provider = { fault: undefined as string | undefined, applied: [] as unknown[] }
const paying: InboxSource = {
  name: 'payments/sandbox',
  verify: ({ headers, rawBody }) => {
    if (!sameBytes(Buffer.from(headers.get('x-word') ?? ''), Buffer.from('sesame')) || rawBody.length === 0)
      throw errors.signature_invalid()
  },
  identify: (body) => {
    const { order, status } = body as { order: string; status: string }
    return `${order}:${status}`
  },
  refusesOtherBody: false,
  apply: async (tx, { body }) => {
    if (provider.fault) throw new Error(provider.fault)
    tx.afterCommit(() => provider.applied.push(body))
    return { state: 'APPLIED', note: 'Paid.' }
  },
}

let bed: WebhookBed
beforeAll(async () => {
  bed = await openWebhookBed({ payments: [paying] })
})
beforeEach(async () => {
  await bed.db`delete from inbox_event`
  await bed.db`delete from outbox`
  provider.fault = undefined
  provider.applied.length = 0
})
afterEach(() => useSystemClock())
afterAll(() => bed.stop())

const tell = (body: string, path = 'sandbox', word = 'sesame') =>
  fetch(`${bed.url}/webhooks/payments/${path}`, { method: 'POST', headers: { 'x-word': word }, body })

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (fault: Refusal) => fault.code,
  )

describe('a source that is declared', () => {
  test('has a door by its name, and its events are kept byte for byte', async () => {
    const body = '{ "status":"PAID",\n "order":"7", "name":"Zoë" }'
    expect((await tell(body)).status).toBe(200)
    const again = await tell('{"order":"7","status":"PAID","attempt":2}')
    expect(await again.json()).toEqual({ success: true, message: 'Event already processed' })
    const rows = await bed.db<{ body: Buffer }>`select body from inbox_event`
    expect(rows.map((row) => row.body.toString('utf8'))).toEqual([body])
    await bed.apply()
    expect(provider.applied).toEqual([{ order: '7', status: 'PAID', name: 'Zoë' }])
  })

  test('keeps strangers out, and there is no door for others', async () => {
    const statuses = [
      await tell('{"order":"7","status":"PAID"}', 'sandbox', 'salami'),
      await tell('{"order":', 'sandbox', ''),
      await tell('', 'sandbox'),
      await tell('{}', 'unknown'),
      await tell('{}', '%00'),
    ].map(({ status }) => status)
    expect(statuses).toEqual([401, 401, 401, 404, 404])
    expect(await bed.inbox()).toEqual([])
  })
})

test('a burst of events asks for one job, not for one each', async () => {
  await Promise.all(Array.from({ length: 30 }, (_, order) => tell(`{"order":"${order}","status":"PAID"}`)))
  const jobs = async () => await bed.db<{ job: string }>`select job from outbox`
  await until(async () => (await jobs()).length > 0)
  // Those that every event would have asked for by itself would be here now.
  await Bun.sleep(200)
  const asked = await jobs()
  expect(asked.length).toBeLessThan(10)
  expect(new Set(asked.map(({ job }) => job))).toEqual(new Set(['webhooks.apply_inbox']))
})

describe('an event that fails', () => {
  test('is tried again later and later, then given up, listed, replayed by hand, and applied once', async () => {
    const time = createTestTime()
    await tell('{"order":"8","status":"PAID"}')
    provider.fault = 'the ledger is closed'
    const tries: number[] = []
    for (let hour = 0; hour < 12; hour++) {
      for (let minute = 0; minute < 60; minute += 5) {
        await bed.apply()
        time.pass(5 * 60_000)
      }
      tries.push((await bed.inbox())[0]!.attempts)
    }
    expect(await bed.inbox()).toMatchObject([{ state: 'DEAD', attempts: 8 }])
    expect(tries[0]).toBeGreaterThan(2)
    expect(tries[0]).toBeLessThan(8)

    const { total, items } = await listDeadEvents(bed.db, { page: 1, limit: 10 })
    expect(total).toBe(1)
    expect(items[0]).toMatchObject({
      source: 'payments/sandbox',
      eventId: '8:PAID',
      body: '{"order":"8","status":"PAID"}',
      note: expect.stringContaining('the ledger is closed'),
    })
    expect((await listDeadEvents(bed.db, { page: 2, limit: 10 })).items).toEqual([])

    provider.fault = undefined
    await bed.apply()
    expect(provider.applied).toEqual([])
    const { id } = items[0]!
    await bed.write((tx) => replayEvent(tx, { id, now: now() }))
    await bed.apply()
    await bed.apply()
    expect(provider.applied).toHaveLength(1)
    expect(await codeOf(bed.write((tx) => replayEvent(tx, { id, now: now() })))).toBe('EVENT_NOT_DEAD')
  })

  test('leaves nothing behind of what it did, and holds up no other', async () => {
    const user = await bed.addUser()
    const address = newAddress()
    await bed.link(user, address)
    provider.fault = 'no'
    for (let order = 0; order < 10; order++) await tell(`{"order":"${order}","status":"LOST"}`)
    await bed.send(rewardEvent(address))
    await bed.apply()
    expect((await bed.totals(user)).totalXP).toBe(50)
    const jobs = await bed.db<{ job: string }>`select job from outbox where start_after is not null`
    expect(jobs).toHaveLength(10)
  })

  test('among those that are applied side by side fails alone, and they are each applied once', async () => {
    const poison = `0x${'ee'.repeat(32)}`
    const users = await Promise.all(Array.from({ length: 8 }, () => bed.addUser()))
    const events = await Promise.all(
      users.map(async (user, index) => {
        const address = newAddress()
        await bed.link(user, address)
        return rewardEvent(address, index === 3 ? { transactionHash: poison } : {})
      }),
    )
    await bed.db`
      create function refuse_one() returns trigger language plpgsql as $$
      begin
        if exists (select from poison where hash = new.transaction_hash) then raise 'not this one'; end if;
        return new;
      end $$`
    await bed.db`create table poison as select ${poison}::text as hash`
    await bed.db`create trigger refuse_one before insert on contract_fact for each row execute function refuse_one()`
    for (const event of events) await bed.send(event)
    await bed.apply()
    const paid = await Promise.all(users.map(async (user) => (await bed.totals(user)).totalXP))
    expect(paid).toEqual(users.map((_, index) => (index === 3 ? 0 : 50)))
    const failed = (await bed.inbox()).filter(({ state }) => state !== 'APPLIED')
    expect(failed).toMatchObject([{ state: 'PENDING', attempts: 1 }])
    await bed.db`drop table poison cascade`
    await bed.db`drop function refuse_one() cascade`
  })

  test('cannot be replayed when there is none', async () => {
    const unknown = newId() as InboxEventId
    expect(await codeOf(bed.write((tx) => replayEvent(tx, { id: unknown, now: now() })))).toBe(
      'EVENT_NOT_FOUND',
    )
  })

  test('of ten who replay it at once, one does', async () => {
    await tell('{"order":"9","status":"PAID"}')
    await bed.db`update inbox_event set state = 'DEAD'`
    const { id } = (await bed.inbox())[0]!
    const codes = await Promise.all(
      Array.from({ length: 10 }, () => codeOf(bed.write((tx) => replayEvent(tx, { id, now: now() })))),
    )
    expect(codes.filter((code) => code === undefined)).toHaveLength(1)
    expect(codes.filter((code) => code === 'EVENT_NOT_DEAD')).toHaveLength(9)
  })
})

describe('what we were told about somebody', () => {
  let user: UserId
  const event = (eventId: string) => ({ eventId })
  beforeEach(async () => {
    user = await bed.addUser()
    const address = newAddress()
    await bed.link(user, address)
    await bed.send(rewardEvent(address), event('6b1f3c1e-6a0e-4a57-9d0b-0f3f8d2c9a11'))
    await bed.apply()
  })

  test('is in the document of all their data', async () => {
    expect([...((await exportInbox(bed.db, user)) as object[])]).toMatchObject([
      { source: 'contract-events', body: { eventType: 'XP_REWARDED' }, note: '50 XP were credited.' },
    ])
    expect(await exportInbox(bed.db, await bed.addUser())).toHaveLength(0)
  })

  test('is gone with them, and has no effect when it is sent again', async () => {
    const [row] = await bed.db<{ body: Buffer }>`select body from inbox_event`
    const rawBody = new Uint8Array(row!.body)
    await bed.write((tx) =>
      forgetInbox(tx, { id: newId(), name: '', data: { at: now().toISOString(), userId: user } }),
    )
    expect([...(await bed.db`select body, note from inbox_event`)]).toEqual([{ body: null, note: null }])
    const again = await bed.send({}, { ...event('6b1f3c1e-6a0e-4a57-9d0b-0f3f8d2c9a11'), rawBody })
    expect(again).toMatchObject({ status: 200, body: { message: 'Event already processed' } })
    await bed.apply()
    expect((await bed.totals(user)).totalXP).toBe(50)
  })

  test('is gone with them even if nobody could make sense of it; of others it stays', async () => {
    const other = await bed.addUser()
    for (const named of [user, other]) {
      await bed.db`
        insert into inbox_event (id, source, event_id, body, body_digest, received_at, state, due_at)
        values (${newId()}, 'revenuecat', ${named}, convert_to(${`{"app_user_id":"${named}"}`}, 'UTF8'), '', now(),
          'DEAD', now())`
    }
    await bed.write((tx) =>
      forgetInbox(tx, { id: newId(), name: '', data: { at: now().toISOString(), userId: user } }),
    )
    const rows = await bed.db`
      select event_id as named, state, body is not null as held from inbox_event
      where source = 'revenuecat' order by id`
    expect([...rows]).toEqual([
      { named: user, state: 'IGNORED', held: false },
      { named: other, state: 'DEAD', held: true },
    ])
  })

  test('is deleted after three months; what waits is not', async () => {
    await bed.send(rewardEvent(newAddress()))
    await bed.apply()
    const held = async () =>
      (await bed.db<{ held: boolean }>`select body is not null as held from inbox_event order by id`).map(
        (row) => row.held,
      )
    await tidyInbox(bed.db, { inboxBodiesKeepDays: 90 }, later(now(), 89 * DAY_MS))
    expect(await held()).toEqual([true, true])
    await tidyInbox(bed.db, { inboxBodiesKeepDays: 90 }, later(now(), 90 * DAY_MS + HOUR_MS))
    expect(await held()).toEqual([false, true])
  })
})

test('who signs well is not limited in number, and who does not is', async () => {
  const limited = await openWebhookBed({ limits: true, environment: { LIMIT_GENERAL: '20/60' } })
  try {
    const good: number[] = []
    for (let count = 0; count < 40; count++) good.push((await limited.send(rewardEvent(newAddress()))).status)
    expect(new Set(good)).toEqual(new Set([200]))
    const bad: number[] = []
    await createTestTime().standStill(async () => {
      for (let count = 0; count < 25; count++)
        bad.push((await limited.send(rewardEvent(newAddress()), { secret: 'guessed' })).status)
    })
    expect(bad).toEqual([...Array(20).fill(401), ...Array(5).fill(429)])
    expect((await limited.send(rewardEvent(newAddress()))).status).toBe(200)
  } finally {
    await limited.stop()
  }
})
