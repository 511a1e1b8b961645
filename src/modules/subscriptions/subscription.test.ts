import { describe, expect, test } from 'bun:test'
import { RevenueCatSchema, toPurchaseEvent } from './public/revenuecat-event.ts'
import { deriveSubscription, grantsPremium, statusOf } from './subscription.ts'
import {
  dayMs,
  isPremiumAt,
  revenueCatBody,
  type StoreEvent,
  SUBSCRIPTION_SCENARIOS,
  sampleTimes,
} from './subscription-scenarios-testbed.ts'

const eventsOf = (storeEvents: StoreEvent[]) =>
  storeEvents.map((one) => toPurchaseEvent(RevenueCatSchema.parse(revenueCatBody(one)).event))

describe('the derived subscription grants premium on the right days when it was', () => {
  for (const scenario of SUBSCRIPTION_SCENARIOS) {
    test(scenario.name, () => {
      const events = eventsOf(scenario.events)
      for (const sampleTime of sampleTimes(scenario)) {
        const received = events.filter(({ atMs }) => atMs <= sampleTime.getTime())
        const subscription = deriveSubscription(received)
        const isPremium = subscription !== undefined && grantsPremium(subscription, sampleTime)
        expect([sampleTime.toISOString(), isPremium]).toEqual([
          sampleTime.toISOString(),
          isPremiumAt(scenario, sampleTime),
        ])
      }
    })
  }
})

test('the derived subscription does not depend on the order of the events', () => {
  for (const { events: storeEvents, name } of SUBSCRIPTION_SCENARIOS) {
    const events = eventsOf(storeEvents)
    const expected = deriveSubscription(events)
    for (let rotation = 0; rotation < events.length; rotation++) {
      const turned = [...events.slice(rotation), ...events.slice(0, rotation)]
      expect([name, deriveSubscription(turned)]).toEqual([name, expected])
      expect([name, deriveSubscription(turned.toReversed())]).toEqual([name, expected])
    }
  }
})

describe('a subscription', () => {
  const statusAfter = (day: number, ...storeEvents: StoreEvent[]) =>
    statusOf(deriveSubscription(eventsOf(storeEvents))!, new Date(dayMs(day)))
  const bought: StoreEvent = { day: 0, type: 'INITIAL_PURCHASE', until: 30 }
  const cancelled: StoreEvent = { day: 10, type: 'CANCELLATION', until: 30, reason: 'UNSUBSCRIBE' }
  const failed: StoreEvent = { day: 30, type: 'BILLING_ISSUE', until: 30, grace: 46 }

  test('a subscription has the status of its period, grace period and renewal', () => {
    expect(statusAfter(1, bought)).toBe('ACTIVE')
    expect(statusAfter(11, bought, cancelled)).toBe('CANCELLED')
    expect(statusAfter(31, bought, failed)).toBe('GRACE_PERIOD')
    expect(statusAfter(31, bought, cancelled)).toBe('EXPIRED')
    expect(statusAfter(46, bought, failed)).toBe('EXPIRED')
    expect(statusAfter(999, { day: 0, type: 'NON_RENEWING_PURCHASE', until: null })).toBe('ACTIVE')
  })

  test('a subscription renews until it is cancelled, and a one-time purchase never does', () => {
    const renews = (...storeEvents: StoreEvent[]) => deriveSubscription(eventsOf(storeEvents))!.willRenew
    expect(renews(bought)).toBe(true)
    expect(renews(bought, cancelled)).toBe(false)
    expect(renews(bought, cancelled, { day: 12, type: 'UNCANCELLATION', until: 30 })).toBe(true)
    expect(renews(bought, failed)).toBe(true)
    expect(renews(bought, { day: 30, type: 'EXPIRATION', until: 30 })).toBe(false)
    expect(renews({ day: 0, type: 'NON_RENEWING_PURCHASE', until: 90 })).toBe(false)
    expect(renews({ day: 0, type: 'TEMPORARY_ENTITLEMENT_GRANT', until: 1 })).toBe(false)
  })

  test('fields that the last event leaves out stay as before', () => {
    const events = eventsOf([bought, { day: 30, type: 'RENEWAL', until: 60 }])
    const bare = { ...events[1]!, productId: null, store: null, entitlementIds: null }
    expect(deriveSubscription([events[0]!, bare])).toMatchObject({
      productId: 'premium_monthly',
      store: 'APP_STORE',
      entitlementIds: ['premium'],
    })
  })
})
