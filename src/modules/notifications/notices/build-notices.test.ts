import { describe, expect, test } from 'bun:test'
import { newId, type UserId } from '../../../platform/ids.ts'
import { defineEvent } from '../../../platform/transaction/define-event.ts'
import { templateValues } from '../notification.ts'
import { chooseLanguage } from '../templates/choose-language.ts'
import { render } from '../templates/render.ts'
import { buildNotices, notifyOn } from './build-notices.ts'
import type { HeardFacts } from './heard-facts.ts'

const ada = 'ada' as UserId
const bob = 'bob' as UserId

/** Whom it is told, of which type, in which words, and where it leads; in every language there are words for it. */
function told<Name extends keyof HeardFacts>(name: Name, data: HeardFacts[Name]) {
  return buildNotices({ id: newId(), name, data }).map((given) => {
    const notice = { ...given, values: templateValues(given, given.mentions?.userId === ada ? 'ada' : 'bob') }
    for (const tag of ['fr', 'pt', 'sw']) expect(render(notice, chooseLanguage(tag), 'UTC').body).not.toBe('')
    const { title, body } = render(notice, chooseLanguage('en'), 'Africa/Nairobi')
    return [notice.userId, notice.type, title, body, notice.link]
  })
}

describe('is told', () => {
  test('of a streak: the days and the gems that they brought', () => {
    expect(told('streaks.streak_milestone_reached', { userId: ada, days: 7, gems: 15 })).toEqual([
      [
        ada,
        'STREAK_MILESTONE',
        '7-day streak!',
        'You have learned 7 days in a row and earned 15 gems.',
        'streak',
      ],
    ])
  })

  test('of a badge: its name', () => {
    expect(told('badges.badge_unlocked', { userId: ada, badgeType: 'NIGHT_OWL', name: 'Night Owl' })).toEqual(
      [
        [
          ada,
          'BADGE_EARNED',
          'New badge: Night Owl',
          'You have earned the badge “Night Owl”. Have a look at it on your profile.',
          'badges/NIGHT_OWL',
        ],
      ],
    )
  })

  test('of a contest: that it begins, to all who joined; the place and the prize; that it was cancelled', () => {
    const contest = { contestId: 'c1', title: 'Cup' }
    const starting = told('contests.contest_starting', {
      ...contest,
      startsAt: '2026-11-02T15:30:00.000Z',
      userIds: [ada, bob],
    })
    expect(starting.map(([userId]) => userId)).toEqual([ada, bob])
    expect(starting[0]![3]).toMatch(/^The contest begins at 6:30\sPM\. Good luck!$/)
    const result = (rank: number | null, prizeGems: number) =>
      told('contests.contest_result', { userId: ada, ...contest, rank, prizeGems })
    expect(result(1, 250)).toMatchObject([
      [ada, 'CONTEST_RESULT', 'You won 250 gems!', expect.anything(), 'contests/c1/leaderboard'],
    ])
    expect(result(12, 0)[0]!.slice(2, 4)).toEqual(['Results of “Cup”', expect.stringContaining('place 12')])
    expect(result(null, 0)).toEqual([])
    const cancelled = (refundedGems: number) =>
      told('contests.contest_cancelled', { ...contest, refundedGems, userIds: [ada] })[0]![3]
    expect(cancelled(20)).toContain('entry fee of 20 gems')
    expect(cancelled(0)).not.toContain('fee')
  })

  test('of a battle: who won, to both; nothing of bots', () => {
    const player = { opponentId: bob }
    const finished = (players: HeardFacts['battles.battle_finished']['players'], reason = 'COMPLETED') =>
      told('battles.battle_finished', { roomId: 'r1', reason, players }).map(
        ([userId, type, title, body]) => [userId, type, title, body],
      )
    expect(
      finished([
        { ...player, userId: ada, result: 'WIN', gemsDelta: 50 },
        { userId: bob, opponentId: ada, result: 'LOSS', gemsDelta: -50 },
      ]),
    ).toEqual([
      [ada, 'BATTLE_RESULT', 'Battle won!', 'You beat bob and won 50 gems.'],
      [bob, 'BATTLE_RESULT', 'Battle lost', 'ada was faster this time. Ask for a rematch!'],
    ])
    expect(finished([{ ...player, userId: ada, result: 'WIN', gemsDelta: 0 }])[0]![3]).toBe('You beat bob.')
    expect(finished([{ ...player, userId: ada, result: 'DRAW', gemsDelta: 0 }])[0]![2]).toBe('A draw')
    expect(finished([{ ...player, userId: ada, result: 'DRAW', gemsDelta: 0 }], 'CANCELLED')[0]![2]).toBe(
      'Battle cancelled',
    )
    expect(finished([{ opponentId: null, userId: ada, result: 'WIN', gemsDelta: 0 }])).toEqual([])
  })

  test('of a project: how it was judged', () => {
    const project = { userId: ada, courseId: 'k1', submissionId: 's1', title: 'Shop' }
    const assessed = (status: 'PASSED' | 'NEEDS_REVISION', percentage: number | null) =>
      told('capstones.project_assessed', { ...project, status, percentage })[0]!
    expect(assessed('PASSED', 82)).toEqual([
      ada,
      'PROJECT_ASSESSED',
      'Project passed',
      'Your project “Shop” passed with 82 %. Read the assessment.',
      'courses/k1/project',
    ])
    expect(assessed('NEEDS_REVISION', 40)[3]).toContain('reached 40 %')
    expect(assessed('PASSED', null)[3]).toBe('Your project “Shop” passed. Read the assessment.')
    expect(assessed('NEEDS_REVISION', null)[3]).toContain('needs another round')
  })

  test('of an invitation: what each of both got', () => {
    const qualified = { userId: ada, invitedUserId: bob, inviterGems: 100, invitedGems: 50 }
    const both = told('referrals.referral_qualified', qualified)
    expect(both.map(([userId, type, , body]) => [userId, type, /\d+/.exec(body!)![0]])).toEqual([
      [ada, 'REFERRAL_BONUS', '100'],
      [bob, 'REFERRAL_BONUS', '50'],
    ])
    expect(told('referrals.referral_qualified', { ...qualified, inviterGems: 0 })).toHaveLength(1)
    const alone = told('referrals.invited_rewarded', { userId: bob, gems: 50 })
    expect(alone).toEqual(both.slice(1))
    expect(told('referrals.invited_rewarded', { userId: bob, gems: 0 })).toEqual([])
  })

  test('of a subscription: how it stands and until when', () => {
    const changed = (
      status: HeardFacts['subscriptions.subscription_changed']['status'],
      expiresAt: string | null,
    ) => told('subscriptions.subscription_changed', { userId: ada, isPremium: false, status, expiresAt })[0]!
    expect(changed('ACTIVE', '2026-12-02T10:00:00.000Z')[3]).toBe(
      'Every course is open to you until December 2, 2026.',
    )
    expect(changed('ACTIVE', null)[3]).toBe('Every course is open to you.')
    expect(changed('CANCELLED', '2026-12-02T10:00:00.000Z')[2]).toBe('Your subscription ends')
    expect(changed('GRACE_PERIOD', '2026-12-02T10:00:00.000Z')[2]).toBe('Your payment did not go through')
    for (const over of ['EXPIRED', 'MOVED'] as const) expect(changed(over, null)[2]).toBe('Premium has ended')
    const another = { userId: ada, isPremium: true, status: 'EXPIRED', expiresAt: null } as const
    expect(told('subscriptions.subscription_changed', another)).toEqual([])
  })

  test('of a certificate: its number', () => {
    const minted = { userId: ada, certificateNumber: 'LYC-2026-ABCDEFGH', courseTitle: 'Chains' }
    expect(told('certificates.certificate_minted', minted)).toEqual([
      [
        ada,
        'CERTIFICATE_READY',
        'Your certificate is ready',
        'The certificate for “Chains” is on the chain. Its number is LYC-2026-ABCDEFGH.',
        'certificates/LYC-2026-ABCDEFGH',
      ],
    ])
  })

  test('of an order: the states that a person waits for, with the money', () => {
    const moved = (status: string) =>
      told('payment_orders.order_status_changed', {
        userId: ada,
        orderId: 'o1',
        status,
        fiatAmount: '1500.50',
        fiatCurrency: 'KES',
      })
    expect(moved('COMPLETED')[0]![3]).toMatch(/^Your order of KES\s1,500\.50 is completed\.$/)
    for (const status of ['PAYMENT_RECEIVED', 'PAYOUT_SENT', 'FAILED', 'REFUNDED', 'UNDER_REVIEW'])
      expect(moved(status).map(([userId, type]) => [userId, type])).toEqual([[ada, 'PAYMENT_UPDATE']])
    for (const status of ['PENDING_PAYMENT', 'PROCESSING', 'CANCELLED', 'EXPIRED'])
      expect(moved(status)).toEqual([])
  })
})

describe('telling', () => {
  test('refuses at the start a fact that is wired as another', () => {
    const wrong = defineEvent<{ userId: UserId; days: number; gems: number }>('rewards.something_else')
    expect(() => notifyOn(wrong, 'streaks.streak_milestone_reached')).toThrow('rewards.something_else')
  })

  test('does not compile for a fact that lacks what its notice reads', () => {
    const thin = defineEvent<{ userId: UserId }>('badges.badge_unlocked')
    // @ts-expect-error: neither the badge nor its name is in it.
    expect(notifyOn(thin, 'badges.badge_unlocked').name).toBe('notifications.notify_users')
  })

  test('a fact that nobody has words for is a fault', () => {
    expect(() => buildNotices({ id: newId(), name: 'a.b', data: {} })).toThrow('a.b')
  })
})
