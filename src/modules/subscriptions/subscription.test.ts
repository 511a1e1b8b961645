import { describe, expect, test } from 'bun:test'
import { bodyOf, dayMs, isOpenAt, LIFE_STORIES, momentsOf, type Said } from './life-stories-testbed.ts'
import { purchaseEventOf, RevenueCatSchema } from './revenuecat-event.ts'
import { opensPremium, statusOf, subscriptionOf } from './subscription.ts'

const eventsOf = (said: Said[]) =>
  said.map((one) => purchaseEventOf(RevenueCatSchema.parse(bodyOf(one)).event))

describe('premium is open on the right days of a subscription that was', () => {
  for (const story of LIFE_STORIES) {
    test(story.name, () => {
      const events = eventsOf(story.said)
      for (const moment of momentsOf(story)) {
        const heard = events.filter(({ atMs }) => atMs <= moment.getTime())
        const subscription = subscriptionOf(heard)
        const isOpen = subscription !== undefined && opensPremium(subscription, moment)
        expect([moment.toISOString(), isOpen]).toEqual([moment.toISOString(), isOpenAt(story, moment)])
      }
    })
  }
})

test('what follows from events does not depend on the order in which they come', () => {
  for (const { said, name } of LIFE_STORIES) {
    const events = eventsOf(said)
    const expected = subscriptionOf(events)
    for (let rotation = 0; rotation < events.length; rotation++) {
      const turned = [...events.slice(rotation), ...events.slice(0, rotation)]
      expect([name, subscriptionOf(turned)]).toEqual([name, expected])
      expect([name, subscriptionOf(turned.toReversed())]).toEqual([name, expected])
    }
  }
})

describe('a subscription', () => {
  const statusAfter = (day: number, ...said: Said[]) =>
    statusOf(subscriptionOf(eventsOf(said))!, new Date(dayMs(day)))
  const bought: Said = { day: 0, type: 'INITIAL_PURCHASE', until: 30 }
  const cancelled: Said = { day: 10, type: 'CANCELLATION', until: 30, reason: 'UNSUBSCRIBE' }
  const failed: Said = { day: 30, type: 'BILLING_ISSUE', until: 30, grace: 46 }

  test('says how it stands', () => {
    expect(statusAfter(1, bought)).toBe('ACTIVE')
    expect(statusAfter(11, bought, cancelled)).toBe('CANCELLED')
    expect(statusAfter(31, bought, failed)).toBe('GRACE_PERIOD')
    expect(statusAfter(31, bought, cancelled)).toBe('EXPIRED')
    expect(statusAfter(46, bought, failed)).toBe('EXPIRED')
    expect(statusAfter(999, { day: 0, type: 'NON_RENEWING_PURCHASE', until: null })).toBe('ACTIVE')
  })

  test('will be renewed until somebody says otherwise, and what was bought once never is', () => {
    const renews = (...said: Said[]) => subscriptionOf(eventsOf(said))!.willRenew
    expect(renews(bought)).toBe(true)
    expect(renews(bought, cancelled)).toBe(false)
    expect(renews(bought, cancelled, { day: 12, type: 'UNCANCELLATION', until: 30 })).toBe(true)
    expect(renews(bought, failed)).toBe(true)
    expect(renews(bought, { day: 30, type: 'EXPIRATION', until: 30 })).toBe(false)
    expect(renews({ day: 0, type: 'NON_RENEWING_PURCHASE', until: 90 })).toBe(false)
    expect(renews({ day: 0, type: 'TEMPORARY_ENTITLEMENT_GRANT', until: 1 })).toBe(false)
  })

  test('remembers what the last event left out', () => {
    const events = eventsOf([bought, { day: 30, type: 'RENEWAL', until: 60 }])
    const bare = { ...events[1]!, productId: null, store: null, entitlementIds: null }
    expect(subscriptionOf([events[0]!, bare])).toMatchObject({
      productId: 'premium_monthly',
      store: 'APP_STORE',
      entitlementIds: ['premium'],
    })
  })
})
