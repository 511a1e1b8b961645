import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { applyRules } from '../../../../test/harness/apply-rules.ts'
import { createTestClock } from '../../../../test/harness/test-clock.ts'
import { waitUntil } from '../../../../test/harness/wait-until.ts'
import { addMs, DAY_MS, HOUR_MS, now, useSystemClock } from '../../../platform/clock.ts'
import type { Refusal } from '../../../platform/errors.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import { constantTimeEqual } from '../../../platform/secrets.ts'
import { errors } from '../errors.ts'
import { erasePersonalData, exportPersonalData } from '../personal-data.ts'
import { listDeadEvents } from '../public/list-dead-events.ts'
import { replayEvent } from '../public/replay-event.ts'
import { webhookRetention } from '../retention.ts'
import type { WebhookEventId, WebhookSource } from '../webhook-source.ts'
import { createWebhookFixture, newAddress, rewardEvent, type WebhookFixture } from '../webhook-testbed.ts'

/** A provider with a password as its signature, whose events fail while `error` is set. */
const provider = { error: undefined as string | undefined, applied: [] as unknown[] }
const paying: WebhookSource = {
  name: 'payments/sandbox',
  verify: ({ headers, rawBody }) => {
    if (
      !constantTimeEqual(Buffer.from(headers.get('x-word') ?? ''), Buffer.from('sesame')) ||
      rawBody.length === 0
    )
      throw errors.signature_invalid()
  },
  extractEventId: (body) => {
    const { order, status } = body as { order: string; status: string }
    return `${order}:${status}`
  },
  rejectsChangedBody: false,
  apply: async (tx, { body }) => {
    if (provider.error) throw new Error(provider.error)
    tx.afterCommit(() => provider.applied.push(body))
    return { state: 'APPLIED', note: 'Paid.' }
  },
}

let fixture: WebhookFixture
beforeAll(async () => {
  fixture = await createWebhookFixture({ payments: [paying] })
})
beforeEach(async () => {
  await fixture.db`delete from webhook_event`
  await fixture.db`delete from outbox`
  provider.error = undefined
  provider.applied.length = 0
})
afterEach(() => useSystemClock())
afterAll(() => fixture.stop())

const send = (body: string, path = 'sandbox', word = 'sesame') =>
  fetch(`${fixture.url}/webhooks/payments/${path}`, { method: 'POST', headers: { 'x-word': word }, body })

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: Refusal) => error.code,
  )

describe('declared sources', () => {
  test('a declared source has an endpoint by its name, and its events are stored byte for byte', async () => {
    const body = '{ "status":"PAID",\n "order":"7", "name":"Zoë" }'
    expect((await send(body)).status).toBe(200)
    const again = await send('{"order":"7","status":"PAID","attempt":2}')
    expect(await again.json()).toEqual({ success: true, message: 'Event already processed' })
    const rows = await fixture.db<{ body: Buffer }>`select body from webhook_event`
    expect(rows.map((row) => row.body.toString('utf8'))).toEqual([body])
    await fixture.apply()
    expect(provider.applied).toEqual([{ order: '7', status: 'PAID', name: 'Zoë' }])
  })

  test('a wrong signature and an undeclared source are refused', async () => {
    const statuses = [
      await send('{"order":"7","status":"PAID"}', 'sandbox', 'salami'),
      await send('{"order":', 'sandbox', ''),
      await send('', 'sandbox'),
      await send('{}', 'unknown'),
      await send('{}', '%00'),
    ].map(({ status }) => status)
    expect(statuses).toEqual([401, 401, 401, 404, 404])
    expect(await fixture.storedEvents()).toEqual([])
  })
})

test('a burst of events enqueues one job', async () => {
  await Promise.all(Array.from({ length: 30 }, (_, order) => send(`{"order":"${order}","status":"PAID"}`)))
  const jobs = async () => await fixture.db<{ job: string }>`select job from outbox`
  await waitUntil(async () => (await jobs()).length > 0)
  // If every event enqueued its own job, those jobs would be here now.
  await Bun.sleep(200)
  const asked = await jobs()
  expect(asked.length).toBeLessThan(10)
  expect(new Set(asked.map(({ job }) => job))).toEqual(new Set(['webhooks.process_events']))
})

describe('failing events', () => {
  test('a failing event is retried with backoff, then dead and listed, and applied once after a replay', async () => {
    const time = createTestClock()
    await send('{"order":"8","status":"PAID"}')
    provider.error = 'the ledger is closed'
    const tries: number[] = []
    for (let hour = 0; hour < 12; hour++) {
      for (let minute = 0; minute < 60; minute += 5) {
        await fixture.apply()
        time.advance(5 * 60_000)
      }
      tries.push((await fixture.storedEvents())[0]!.attempts)
    }
    expect(await fixture.storedEvents()).toMatchObject([{ state: 'DEAD', attempts: 8 }])
    expect(tries[0]).toBeGreaterThan(2)
    expect(tries[0]).toBeLessThan(8)

    const { total, items } = await listDeadEvents(fixture.db, { page: 1, limit: 10 })
    expect(total).toBe(1)
    expect(items[0]).toMatchObject({
      source: 'payments/sandbox',
      eventId: '8:PAID',
      body: '{"order":"8","status":"PAID"}',
      note: expect.stringContaining('the ledger is closed'),
    })
    expect((await listDeadEvents(fixture.db, { page: 2, limit: 10 })).items).toEqual([])

    provider.error = undefined
    await fixture.apply()
    expect(provider.applied).toEqual([])
    const { id } = items[0]!
    await fixture.write((tx) => replayEvent(tx, { id, now: now() }))
    await fixture.apply()
    await fixture.apply()
    expect(provider.applied).toHaveLength(1)
    expect(await codeOf(fixture.write((tx) => replayEvent(tx, { id, now: now() })))).toBe('EVENT_NOT_DEAD')
  })

  test('a failing event is rolled back and does not delay the others', async () => {
    const user = await fixture.addUser()
    const address = newAddress()
    await fixture.link(user, address)
    provider.error = 'no'
    for (let order = 0; order < 10; order++) await send(`{"order":"${order}","status":"LOST"}`)
    await fixture.send(rewardEvent(address))
    await fixture.apply()
    expect((await fixture.totals(user)).totalXP).toBe(50)
    const jobs = await fixture.db<{ job: string }>`select job from outbox where start_after is not null`
    expect(jobs).toHaveLength(10)
  })

  test('an event that fails in a batch fails alone, and the others are each applied once', async () => {
    const poison = `0x${'ee'.repeat(32)}`
    const users = await Promise.all(Array.from({ length: 8 }, () => fixture.addUser()))
    const events = await Promise.all(
      users.map(async (user, index) => {
        const address = newAddress()
        await fixture.link(user, address)
        return rewardEvent(address, index === 3 ? { transactionHash: poison } : {})
      }),
    )
    await fixture.db`
      create function refuse_one() returns trigger language plpgsql as $$
      begin
        if exists (select from poison where hash = new.transaction_hash) then raise 'not this one'; end if;
        return new;
      end $$`
    await fixture.db`create table poison as select ${poison}::text as hash`
    await fixture.db`create trigger refuse_one before insert on applied_contract_event for each row execute function refuse_one()`
    for (const event of events) await fixture.send(event)
    await fixture.apply()
    const paid = await Promise.all(users.map(async (user) => (await fixture.totals(user)).totalXP))
    expect(paid).toEqual(users.map((_, index) => (index === 3 ? 0 : 50)))
    const failed = (await fixture.storedEvents()).filter(({ state }) => state !== 'APPLIED')
    expect(failed).toMatchObject([{ state: 'PENDING', attempts: 1 }])
    await fixture.db`drop table poison cascade`
    await fixture.db`drop function refuse_one() cascade`
  })

  test('an unknown event cannot be replayed', async () => {
    const unknown = newId() as WebhookEventId
    expect(await codeOf(fixture.write((tx) => replayEvent(tx, { id: unknown, now: now() })))).toBe(
      'EVENT_NOT_FOUND',
    )
  })

  test('of ten concurrent replays of one event, one succeeds', async () => {
    await send('{"order":"9","status":"PAID"}')
    await fixture.db`update webhook_event set state = 'DEAD'`
    const { id } = (await fixture.storedEvents())[0]!
    const codes = await Promise.all(
      Array.from({ length: 10 }, () => codeOf(fixture.write((tx) => replayEvent(tx, { id, now: now() })))),
    )
    expect(codes.filter((code) => code === undefined)).toHaveLength(1)
    expect(codes.filter((code) => code === 'EVENT_NOT_DEAD')).toHaveLength(9)
  })
})

describe('events about a user', () => {
  let user: UserId
  const event = (eventId: string) => ({ eventId })
  beforeEach(async () => {
    user = await fixture.addUser()
    const address = newAddress()
    await fixture.link(user, address)
    await fixture.send(rewardEvent(address), event('6b1f3c1e-6a0e-4a57-9d0b-0f3f8d2c9a11'))
    await fixture.apply()
  })

  test('events about a user are in the data export', async () => {
    expect([...((await exportPersonalData(fixture.db, user)) as object[])]).toMatchObject([
      { source: 'contract-events', body: { eventType: 'XP_REWARDED' }, note: '50 XP were credited.' },
    ])
    expect(await exportPersonalData(fixture.db, await fixture.addUser())).toHaveLength(0)
  })

  test('events about a deleted user are erased and have no effect when they are sent again', async () => {
    const [row] = await fixture.db<{ body: Buffer }>`select body from webhook_event`
    const rawBody = new Uint8Array(row!.body)
    await fixture.write((tx) =>
      erasePersonalData(tx, { id: newId(), name: '', data: { at: now().toISOString(), userId: user } }),
    )
    expect([...(await fixture.db`select body, outcome_note as note from webhook_event`)]).toEqual([
      { body: null, note: null },
    ])
    const again = await fixture.send({}, { ...event('6b1f3c1e-6a0e-4a57-9d0b-0f3f8d2c9a11'), rawBody })
    expect(again).toMatchObject({ status: 200, body: { message: 'Event already processed' } })
    await fixture.apply()
    expect((await fixture.totals(user)).totalXP).toBe(50)
  })

  test('a dead event that contains the id of a deleted user is erased, and events of others stay', async () => {
    const other = await fixture.addUser()
    for (const named of [user, other]) {
      await fixture.db`
        insert into webhook_event (id, source, event_id, body, body_digest, received_at, state, next_attempt_at)
        values (${newId()}, 'revenuecat', ${named}, convert_to(${`{"app_user_id":"${named}"}`}, 'UTF8'), '', now(),
          'DEAD', now())`
    }
    await fixture.write((tx) =>
      erasePersonalData(tx, { id: newId(), name: '', data: { at: now().toISOString(), userId: user } }),
    )
    const rows = await fixture.db`
      select event_id as named, state, body is not null as "hasBody" from webhook_event
      where source = 'revenuecat' order by id`
    expect([...rows]).toEqual([
      { named: user, state: 'IGNORED', hasBody: false },
      { named: other, state: 'DEAD', hasBody: true },
    ])
  })

  test('bodies are deleted after three months, except those of unmatched events', async () => {
    await fixture.send(rewardEvent(newAddress()))
    await fixture.apply()
    const hasBody = async () =>
      (
        await fixture.db<{
          hasBody: boolean
        }>`select body is not null as "hasBody" from webhook_event order by id`
      ).map((row) => row.hasBody)
    await applyRules(fixture.db, webhookRetention, addMs(now(), 89 * DAY_MS))
    expect(await hasBody()).toEqual([true, true])
    await applyRules(fixture.db, webhookRetention, addMs(now(), 90 * DAY_MS + HOUR_MS))
    expect(await hasBody()).toEqual([false, true])
  })
})

test('requests with a valid signature are not rate-limited, and others are', async () => {
  const limited = await createWebhookFixture({ limits: true, environment: { LIMIT_GENERAL: '20/60' } })
  try {
    const good: number[] = []
    for (let count = 0; count < 40; count++) good.push((await limited.send(rewardEvent(newAddress()))).status)
    expect(new Set(good)).toEqual(new Set([200]))
    const bad: number[] = []
    await createTestClock().freezeWhile(async () => {
      for (let count = 0; count < 25; count++)
        bad.push((await limited.send(rewardEvent(newAddress()), { secret: 'guessed' })).status)
    })
    expect(bad).toEqual([...Array(20).fill(401), ...Array(5).fill(429)])
    expect((await limited.send(rewardEvent(newAddress()))).status).toBe(200)
  } finally {
    await limited.stop()
  }
})
