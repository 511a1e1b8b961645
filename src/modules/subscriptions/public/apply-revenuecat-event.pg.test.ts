import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createBarrier } from '../../../../test/harness/barrier.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/harness/database.ts'
import { datesAsText } from '../../../../test/harness/dates-as-text.ts'
import { queryPlansOf, scannedTables } from '../../../../test/harness/query-plans.ts'
import { insertUser } from '../../../../test/harness/users.ts'
import { waitUntil } from '../../../../test/harness/wait-until.ts'
import type { Db } from '../../../platform/db/database.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import type { DomainEvent } from '../../../platform/transaction/define-event.ts'
import { createWrite, type Write } from '../../../platform/transaction/write.ts'
import { erasePersonalData, exportPersonalData } from '../personal-data.ts'
import {
  dayMs,
  isPremiumAt,
  type RevenueCatBody,
  revenueCatBody,
  type StoreEvent,
  SUBSCRIPTION_SCENARIOS,
  sampleTimes,
} from '../subscription-scenarios-testbed.ts'
import { type ApplyResult, applyRevenueCatEvent } from './apply-revenuecat-event.ts'
import { grantPremium, revokeGrant } from './grant-premium.ts'
import { hasPremium } from './has-premium.ts'

let testbed: TestDatabase
let db: Db
let write: Write
let user: UserId
let emitted: DomainEvent[]
beforeAll(async () => {
  testbed = await createTestDatabase()
  db = testbed.database.query
  write = createWrite(testbed.database, new Map(), () => {})
})
beforeEach(async () => {
  user = await insertUser(db)
  emitted = []
})
afterAll(() => testbed.drop())

const options = { acceptsSandbox: false }

/** Applies a body like the webhook inbox, at the time of the event. */
async function apply(body: RevenueCatBody): Promise<ApplyResult> {
  const now = new Date(body.event.event_timestamp_ms)
  const { result, events } = await write.withEvents((tx) => applyRevenueCatEvent(tx, options, body, now))
  emitted.push(...events)
  return result
}

const applyEvent = (event: StoreEvent, more: Record<string, unknown> = {}) =>
  apply(revenueCatBody(event, { app_user_id: user, ...more }))
const isPremium = (id: UserId, day: number) => hasPremium(db, id, new Date(dayMs(day)))
const BOUGHT: StoreEvent = { day: 0, type: 'INITIAL_PURCHASE', until: 30 }

describe('the stored subscription grants premium at the right times for events in any order, each sent twice, when it was', () => {
  for (const scenario of SUBSCRIPTION_SCENARIOS) {
    test(scenario.name, async () => {
      const bodies = scenario.events.map((said) => revenueCatBody(said))
      const lastDay = Math.max(...scenario.events.map(({ day }) => day))
      for (const order of [bodies, bodies.toReversed(), [...bodies.slice(1), bodies[0]!]]) {
        const userId = await insertUser(db)
        for (const body of [...order, ...order]) {
          // An event id belongs to one user, so each user gets new ids.
          const id = `${body.event.id}:${userId}`
          await apply({ ...body, event: { ...body.event, id, app_user_id: userId } })
        }
        for (const moment of sampleTimes(scenario).filter((one) => one.getTime() >= dayMs(lastDay))) {
          expect([moment.toISOString(), await hasPremium(db, userId, moment)]).toEqual([
            moment.toISOString(),
            isPremiumAt(scenario, moment),
          ])
        }
      }
    })
  }
})

describe('the event types of RevenueCat', () => {
  test('types that do not concern access are ignored with a note', async () => {
    const types = [
      'TEST',
      'INVOICE_ISSUANCE',
      'VIRTUAL_CURRENCY_TRANSACTION',
      'EXPERIMENT_ENROLLMENT',
      'SUBSCRIBER_ALIAS',
      'PAYWALL_IMPRESSION',
      'PURCHASE_REDEEMED',
      'PRICE_INCREASE_CONSENT_REQUIRED',
      'TOMORROWS_TYPE',
    ]
    for (const type of types) {
      expect(await applyEvent({ day: 1, type, until: 30 })).toEqual({
        state: 'IGNORED',
        note: `Events of type ${type} have no effect.`,
        userId: user,
      })
    }
    expect(await isPremium(user, 2)).toBe(false)
  })

  test('all other types are stored for the user', async () => {
    const types = [
      'INITIAL_PURCHASE',
      'RENEWAL',
      'CANCELLATION',
      'UNCANCELLATION',
      'NON_RENEWING_PURCHASE',
      'SUBSCRIPTION_PAUSED',
      'EXPIRATION',
      'BILLING_ISSUE',
      'PRODUCT_CHANGE',
      'SUBSCRIPTION_EXTENDED',
      'TEMPORARY_ENTITLEMENT_GRANT',
      'REFUND_REVERSED',
    ]
    for (const type of types)
      expect([type, await applyEvent({ day: 1, type, until: 30 })]).toEqual([
        type,
        { state: 'APPLIED', note: `${type} applied.`, userId: user },
      ])
  })
})

describe('subscription_changed', () => {
  test('the event is emitted if the subscription changes, and only then', async () => {
    const body = revenueCatBody(BOUGHT, { app_user_id: user })
    await apply(body)
    await apply(body)
    await applyEvent({ day: 10, type: 'PRODUCT_CHANGE', until: 30 })
    await applyEvent({ day: 10, type: 'CANCELLATION', until: 30, reason: 'UNSUBSCRIBE' })
    // An old event of an expired period.
    await applyEvent({ day: -30, type: 'RENEWAL', until: 0 })
    expect(emitted.map(({ name, data }) => [name, data])).toEqual([
      [
        'subscriptions.subscription_changed',
        {
          userId: user,
          cause: 'INITIAL_PURCHASE',
          isPremium: true,
          status: 'ACTIVE',
          productId: 'premium_monthly',
          expiresAt: new Date(dayMs(30)).toISOString(),
          willRenew: true,
          at: new Date(dayMs(0)).toISOString(),
        },
      ],
      [
        'subscriptions.subscription_changed',
        expect.objectContaining({
          cause: 'CANCELLATION',
          status: 'CANCELLED',
          isPremium: true,
          willRenew: false,
        }),
      ],
    ])
  })
})

describe('a user with two purchases', () => {
  test('premium lasts until the later of two purchases ends', async () => {
    await applyEvent(BOUGHT)
    await applyEvent({ day: 10, type: 'INITIAL_PURCHASE', until: 375 }, { original_transaction_id: 'yearly' })
    await applyEvent({ day: 30, type: 'EXPIRATION', until: 30 })
    expect([await isPremium(user, 31), await isPremium(user, 374), await isPremium(user, 375)]).toEqual([
      true,
      true,
      false,
    ])
    expect(emitted.at(-1)!.data).toMatchObject({ status: 'EXPIRED', isPremium: true })
  })

  test('two purchases without a transaction id are distinguished by product', async () => {
    const without = { original_transaction_id: undefined }
    await applyEvent(BOUGHT, { ...without, product_id: 'a' })
    await applyEvent({ ...BOUGHT, until: 60 }, { ...without, product_id: 'b' })
    await applyEvent({ day: 20, type: 'EXPIRATION', until: 20 }, { ...without, product_id: 'b' })
    expect([await isPremium(user, 29), await isPremium(user, 31)]).toEqual([true, false])
  })
})

describe('the subscriber of an event', () => {
  test('the user is found by app user id, original id or alias', async () => {
    const anonymous = '$RCAnonymousID:8069238d6049ce87cc529853916d624c'
    const ways: object[] = [
      { app_user_id: user },
      { app_user_id: user.toUpperCase() },
      { app_user_id: anonymous, original_app_user_id: user },
      { app_user_id: anonymous, original_app_user_id: null, aliases: [anonymous, newId(), user] },
    ]
    for (const [index, way] of ways.entries()) {
      const outcome = await apply(revenueCatBody(BOUGHT, { ...way, original_transaction_id: `way ${index}` }))
      expect(outcome).toMatchObject({ state: 'APPLIED', userId: user })
    }
  })

  test('an event of an unknown subscriber is stored under that id and emits nothing', async () => {
    const unknownSubscriber = newId<'User'>()
    expect(await apply(revenueCatBody(BOUGHT, { app_user_id: unknownSubscriber }))).toEqual({
      state: 'APPLIED',
      note: `INITIAL_PURCHASE applied to unknown subscriber ${unknownSubscriber}.`,
    })
    expect(await apply(revenueCatBody(BOUGHT))).toEqual({
      state: 'IGNORED',
      note: 'The event has no subscriber.',
    })
    expect(emitted).toEqual([])
    const stored = await db`select 1 from subscription_event where subscriber = ${unknownSubscriber}`
    expect(stored).toHaveLength(1)
  })
})

describe('sandbox purchases', () => {
  const sandbox = { environment: 'SANDBOX' }

  test('a sandbox purchase grants no premium in production', async () => {
    expect(await applyEvent(BOUGHT, sandbox)).toMatchObject({ state: 'IGNORED' })
    const transfer = { ...sandbox, transferred_from: ['another-subscriber'], transferred_to: [user] }
    expect(await applyEvent({ day: 1, type: 'TRANSFER' }, transfer)).toMatchObject({ state: 'IGNORED' })
    expect(await isPremium(user, 1)).toBe(false)
  })

  test('a sandbox purchase grants premium outside of production', async () => {
    const body = revenueCatBody(BOUGHT, { app_user_id: user, ...sandbox })
    await write((tx) => applyRevenueCatEvent(tx, { acceptsSandbox: true }, body, new Date()))
    expect(await isPremium(user, 1)).toBe(true)
  })
})

describe('a transfer of purchases', () => {
  const ANONYMOUS = '$RCAnonymousID:1'
  const transfer = (day: number, from: string[], to: string[]) =>
    apply(revenueCatBody({ day, type: 'TRANSFER' }, { transferred_from: from, transferred_to: to }))
  const openFor = (...ids: UserId[]) => Promise.all(ids.map((id) => isPremium(id, 29)))
  let other: UserId
  beforeEach(async () => {
    other = await insertUser(db)
  })

  test('a transfer moves the purchases to another user and emits events for both', async () => {
    await applyEvent(BOUGHT)
    emitted = []
    expect(await transfer(5, [user], [other])).toMatchObject({ state: 'APPLIED', userId: other })
    expect(await openFor(user, other)).toEqual([false, true])
    expect(emitted.map(({ data }) => data)).toMatchObject([
      { userId: other, cause: 'TRANSFER', status: 'ACTIVE', isPremium: true },
      { userId: user, cause: 'TRANSFER', status: 'MOVED', isPremium: false },
    ])
  })

  test('a transfer from an anonymous id brings the purchases made before sign-in', async () => {
    const anonymous = `${ANONYMOUS}${user}`
    await apply(revenueCatBody(BOUGHT, { app_user_id: anonymous }))
    await transfer(1, [anonymous], [anonymous, user])
    expect(await isPremium(user, 29)).toBe(true)
  })

  test('a transfer does not move a grant', async () => {
    await write((tx) => grantPremium(tx, { userId: user, until: null, now: new Date(dayMs(1)) }))
    await applyEvent(BOUGHT)
    expect(await transfer(5, [user], [other])).toMatchObject({ state: 'APPLIED' })
    expect(await Promise.all([user, other].map((id) => isPremium(id, 29)))).toEqual([true, true])
    expect(await Promise.all([user, other].map((id) => isPremium(id, 31)))).toEqual([true, false])
    await write((tx) => revokeGrant(tx, { userId: user, now: new Date(dayMs(32)) }))
    expect(await isPremium(user, 33)).toBe(false)
  })

  test('a transfer is applied once, and ignored if one side is missing', async () => {
    await applyEvent(BOUGHT)
    const body = revenueCatBody(
      { day: 5, type: 'TRANSFER' },
      { transferred_from: [user], transferred_to: [other] },
    )
    await apply(body)
    await applyEvent({ day: 6, type: 'RENEWAL', until: 36 }, { original_transaction_id: 'new' })
    expect(await apply(body)).toMatchObject({ state: 'IGNORED', note: 'Duplicate event.' })
    expect(await openFor(user, other)).toEqual([true, true])
    for (const [from, to] of [
      [[user], []],
      [[], [other]],
      [[user], [user]],
    ] as [string[], string[]][])
      expect(await transfer(7, from, to)).toMatchObject({ state: 'IGNORED' })
  })

  test('a transfer moves late events of earlier purchases, and not later purchases', async () => {
    await transfer(5, [user], [other])
    await applyEvent(BOUGHT)
    expect(await openFor(user, other)).toEqual([false, true])
    await applyEvent({ day: 6, type: 'INITIAL_PURCHASE', until: 36 })
    expect(await openFor(user, other)).toEqual([true, true])
  })

  test('two successive transfers give the same result in any order of arrival', async () => {
    const chains = [
      [5, 9],
      [9, 5],
    ]
    for (const days of chains) {
      const [first, second, third] = await Promise.all([insertUser(db), insertUser(db), insertUser(db)])
      await apply(revenueCatBody(BOUGHT, { app_user_id: first, original_transaction_id: newId() }))
      for (const day of days)
        await (day === 5 ? transfer(5, [first], [second]) : transfer(9, [second], [third]))
      await apply(
        revenueCatBody(
          { day: 3, type: 'RENEWAL', until: 60 },
          { app_user_id: first, original_transaction_id: newId() },
        ),
      )
      expect(await openFor(first, second, third)).toEqual([false, false, true])
      expect(await isPremium(third, 59)).toBe(true)
    }
  })

  test('a transfer there and back leaves the purchase with its first owner', async () => {
    await applyEvent(BOUGHT)
    await transfer(5, [user], [other])
    await transfer(6, [other], [user])
    await applyEvent({ day: 4, type: 'SUBSCRIPTION_EXTENDED', until: 40 })
    expect(await openFor(user, other)).toEqual([true, false])
    expect(await isPremium(user, 39)).toBe(true)
  })
})

describe('concurrent events', () => {
  test('thirty concurrent renewals are all applied', async () => {
    const bodies = Array.from({ length: 30 }, (_, month) =>
      revenueCatBody({ day: month * 30, type: 'RENEWAL', until: month * 30 + 30 }, { app_user_id: user }),
    )
    await Promise.all([...bodies, ...bodies].map(apply))
    expect(await isPremium(user, 899)).toBe(true)
    expect(await isPremium(user, 900)).toBe(false)
    expect(await db`select 1 from subscription_event where subscriber = ${user}`).toHaveLength(30)
  })

  test('concurrent events of a subscriber wait for each other', async () => {
    let second: Promise<ApplyResult> | undefined
    await write(async (tx) => {
      const first = revenueCatBody({ day: 30, type: 'RENEWAL', until: 60 }, { app_user_id: user })
      await applyRevenueCatEvent(tx, options, first, new Date(dayMs(30)))
      second = applyEvent(BOUGHT)
      await waitUntil(async () => (await db`select from pg_locks where not granted`).length > 0)
    })
    await second
    expect(await isPremium(user, 59)).toBe(true)
  })

  test('an unsafe control that reads all events without the lock loses an event', async () => {
    const purchase = 'control'
    const meet = createBarrier(2)
    const unsafeControl = (day: number) =>
      write(async (tx) => {
        await tx`
          insert into subscription_event (id, subscriber, purchase, type, at_ms, details)
          values (${newId()}, ${user}, ${purchase}, 'RENEWAL', ${dayMs(day)}, '{}')`
        const seen = await tx`select 1 from subscription_event where subscriber = ${user}`
        await meet()
        return seen.length
      })
    expect(await Promise.all([unsafeControl(1), unsafeControl(2)])).toEqual([1, 1])
  })

  test('concurrent transfers and renewals of two users leave one owner', async () => {
    const other = await insertUser(db)
    await applyEvent(BOUGHT)
    const transfers = Array.from({ length: 10 }, (_, index) => {
      const [from, to] = index % 2 === 0 ? [user, other] : [other, user]
      return revenueCatBody(
        { day: 1 + index, type: 'TRANSFER' },
        { transferred_from: [from], transferred_to: [to] },
      )
    })
    const renewals = Array.from({ length: 10 }, (_, index) =>
      revenueCatBody({ day: 0, type: 'SUBSCRIPTION_EXTENDED', until: 31 + index }, { app_user_id: user }),
    )
    await Promise.all([...transfers, ...renewals].map(apply))
    // Ten transfers there and back: the first purchase is with its first owner.
    expect([await isPremium(user, 39), await isPremium(other, 39)]).toEqual([true, false])
  })
})

describe('a grant of an administrator', () => {
  const at = (day: number) => new Date(dayMs(day))

  test('a grant gives premium until its end or without end, and stops when it is revoked', async () => {
    await write((tx) => grantPremium(tx, { userId: user, until: at(10), now: at(0) }))
    expect([await isPremium(user, 9), await isPremium(user, 10)]).toEqual([true, false])
    await write((tx) => grantPremium(tx, { userId: user, until: null, now: at(11) }))
    expect(await isPremium(user, 9_000)).toBe(true)
    const { events } = await write.withEvents((tx) => revokeGrant(tx, { userId: user, now: at(12) }))
    expect(await isPremium(user, 12)).toBe(false)
    expect(events.map(({ data }) => data)).toMatchObject([
      { userId: user, isPremium: false, status: 'EXPIRED' },
    ])
  })

  test('a grant and a purchase exist side by side', async () => {
    await applyEvent(BOUGHT)
    await write((tx) => grantPremium(tx, { userId: user, until: at(90), now: at(1) }))
    await write((tx) => revokeGrant(tx, { userId: user, now: at(2) }))
    expect(await isPremium(user, 29)).toBe(true)
  })
})

test('purchase events are in the personal data export and are erased with the account', async () => {
  await applyEvent(BOUGHT)
  expect(datesAsText([...((await exportPersonalData(db, user)) as object[])])).toMatchObject(
    datesAsText([
      { type: 'INITIAL_PURCHASE', productId: 'premium_monthly', at: new Date(dayMs(0)) },
    ]) as object,
  )
  await write((tx) => erasePersonalData(tx, { id: newId(), name: '', data: { userId: user } }))
  expect(await exportPersonalData(db, user)).toHaveLength(0)
  expect(await isPremium(user, 1)).toBe(false)
})

test('events of a suspended user are stored, and events of a deleted user are not', async () => {
  const unknown = { ...options, isKnownUser: async () => false }
  const apply = (event: StoreEvent) =>
    write((tx) => applyRevenueCatEvent(tx, unknown, revenueCatBody(event, { app_user_id: user }), new Date()))
  expect(await apply(BOUGHT)).toMatchObject({ state: 'APPLIED', userId: user })
  await write((tx) => erasePersonalData(tx, { id: newId(), name: '', data: { userId: user } }))
  await db`update user_account set deleted_at = now() where id = ${user}`
  expect(await apply({ day: 30, type: 'RENEWAL', until: 60 })).toMatchObject({
    state: 'IGNORED',
    userId: user,
  })
  expect(await apply({ day: 31, type: 'TOMORROWS_TYPE' })).toMatchObject({ state: 'IGNORED', userId: user })
  expect(await exportPersonalData(db, user)).toHaveLength(0)
})

const deleteUser = (userId: UserId) =>
  write(async (tx) => {
    await tx`update user_account set deleted_at = now() where id = ${userId}`
    await erasePersonalData(tx, { id: newId(), name: '', data: { userId } })
  })

test('an event that is applied during an account deletion leaves no data', async () => {
  const [isDelivered, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const applying = write(async (tx) => {
    await applyRevenueCatEvent(tx, options, revenueCatBody(BOUGHT, { app_user_id: user }), new Date(dayMs(0)))
    isDelivered.resolve()
    await mayCommit.promise
  })
  await isDelivered.promise
  let isDeleted = false
  const leaving = deleteUser(user).then(() => {
    isDeleted = true
  })
  await waitUntil(async () => {
    const waiting = await db`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return isDeleted || waiting.length > 0
  })
  mayCommit.resolve()
  await Promise.all([applying, leaving])
  expect(await exportPersonalData(db, user)).toHaveLength(0)
  expect(await isPremium(user, 1)).toBe(false)
})

test('a transfer to a deleted user stores nothing', async () => {
  const deletedUser = await insertUser(db)
  await deleteUser(deletedUser)
  await applyEvent(BOUGHT)
  await apply(
    revenueCatBody({ day: 2, type: 'TRANSFER' }, { transferred_from: [user], transferred_to: [deletedUser] }),
  )
  expect(await isPremium(user, 3)).toBe(false)
  expect(await exportPersonalData(db, deletedUser)).toHaveLength(0)
  expect(await isPremium(deletedUser, 3)).toBe(false)
})

test('the premium check is one index lookup regardless of the number of subscribers', async () => {
  await db`
    insert into subscription (subscriber, purchase, entitlement_ids, expires_at, will_renew, pauses_at_end)
    select uuidv7()::text, 'bulk', '{premium}', now(), true, false from generate_series(1, 20000)`
  await db`analyze subscription`
  const plans = await queryPlansOf(testbed.database, (db) => hasPremium(db, user, new Date()))
  expect(plans.map(({ lines }) => lines.join('\n'))).toEqual([expect.stringContaining('subscription_pkey')])
  expect(scannedTables(plans)).toEqual([])
})
