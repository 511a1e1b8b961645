import { describe, expect, test } from 'bun:test'
import { coAuthorAdded, courseTransferred } from '../../../events/authoring.ts'
import { badgeUnlocked } from '../../../events/badges.ts'
import { battleFinished } from '../../../events/battles.ts'
import { projectAssessed } from '../../../events/capstones.ts'
import { certificateMinted } from '../../../events/certificates.ts'
import { contestCancelled, contestResult, contestStarting } from '../../../events/contests.ts'
import { leagueRisen } from '../../../events/leaderboards.ts'
import { orderStatusChanged } from '../../../events/payment-orders.ts'
import {
  changesAnnounced,
  publicationRefused,
  reviewDecided,
  reviewRequested,
} from '../../../events/publishing.ts'
import { invitedRewarded, referralQualified } from '../../../events/referrals.ts'
import { reportDecided } from '../../../events/reports.ts'
import { streakMilestoneReached } from '../../../events/streaks.ts'
import { subscriptionChanged } from '../../../events/subscriptions.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import { defineEvent } from '../../../platform/transaction/define-event.ts'
import { templateValues } from '../notification.ts'
import { chooseLanguage, render } from '../templates/render.ts'
import { buildNotices, notifyOn } from './build-notices.ts'

const ada = 'ada' as UserId
const bob = 'bob' as UserId

/** Returns user, type, title, body and link of each notice in English, and checks that every language has a text. */
function noticesFor({ eventName: name }: { eventName: string }, data: object) {
  return buildNotices({ id: newId(), name, data }).map((given) => {
    const notice = { ...given, values: templateValues(given, given.mentions?.userId === ada ? 'ada' : 'bob') }
    for (const tag of ['fr', 'pt', 'sw', 'ar'])
      expect(render(notice, chooseLanguage(tag), 'UTC').body).not.toBe('')
    const { title, body } = render(notice, chooseLanguage('en'), 'Africa/Nairobi')
    return [notice.userId, notice.type, title, body, notice.link]
  })
}

describe('notices about events', () => {
  test('a streak milestone names the days and the gems', () => {
    expect(noticesFor(streakMilestoneReached, { userId: ada, days: 7, gems: 15 })).toEqual([
      [
        ada,
        'STREAK_MILESTONE',
        '7-day streak!',
        'You have learned 7 days in a row and earned 15 gems.',
        'streak',
      ],
    ])
  })

  test('a reporter learns whether something was done, and nothing about the target', () => {
    const body = (decision: string) => noticesFor(reportDecided, { userId: ada, reportId: 'r1', decision })[0]
    expect(body('ACTED')).toEqual([
      ada,
      'SYSTEM',
      'Thank you for your report',
      'We have looked at your report and acted on it.',
      'notifications',
    ])
    expect(body('DISMISSED')?.[2]).toBe('Your report was read')
  })

  test('an unlocked badge is named', () => {
    expect(noticesFor(badgeUnlocked, { userId: ada, badgeType: 'NIGHT_OWL', name: 'Night Owl' })).toEqual([
      [
        ada,
        'BADGE_EARNED',
        'New badge: Night Owl',
        'You have earned the badge “Night Owl”. Have a look at it on your profile.',
        'badges/NIGHT_OWL',
      ],
    ])
  })

  test('authors learn that they may edit a course, own it, or own it no more', () => {
    const course = { courseId: 'c1', title: 'Keys' }
    expect(noticesFor(coAuthorAdded, { ...course, userId: ada })).toMatchObject([
      [ada, 'SYSTEM', 'You are a co-author', expect.stringContaining('“Keys”'), 'studio/courses/c1'],
    ])
    const transferred = (previousOwnerId: UserId | null) =>
      noticesFor(courseTransferred, { ...course, ownerId: bob, previousOwnerId })
    expect(transferred(ada)).toMatchObject([
      [bob, 'SYSTEM', 'A course is yours', 'You are now the owner of “Keys”.', 'studio/courses/c1'],
      [ada, 'SYSTEM', '“Keys” has a new owner', expect.stringMatching(/^bob is now/), 'studio/courses/c1'],
    ])
    expect(transferred(null)).toHaveLength(1)
  })

  test('authors learn why a scheduled publication was refused', () => {
    const refused = (reason: string) =>
      noticesFor(publicationRefused, { courseId: 'c1', title: 'Keys', userIds: [ada, bob], reason })
    const both = refused('COURSE_HAS_NO_LESSONS')
    expect(both).toMatchObject([
      [
        ada,
        'SYSTEM',
        '“Keys” was not published',
        expect.stringContaining('no published lesson'),
        'studio/courses/c1',
      ],
      [bob, ...both[0]!.slice(1)],
    ])
    expect(refused('REWARD_NEEDS_ADMIN')[0]![3]).toContain('above the limit')
    expect(refused('DAILY_REWARD_BUDGET_SPENT')[0]![3]).toContain('in a day')
    expect(refused('REVIEW_OUTDATED')[0]![3]).toContain('changed after the review')
    expect(refused('REVIEW_REQUIRED')[0]![3]).toContain('Submit it for review')
    for (const reason of ['NOT_AN_AUTHOR', 'NO_SUCH_AUTHOR', 'COURSE_NOT_FOUND'])
      expect(refused(reason)[0]![3]).toContain('may no longer publish it')
  })

  test('reviewers learn of a submission, and its author learns of the decision', () => {
    const course = { courseId: 'c1', title: 'Keys' }
    expect(noticesFor(reviewRequested, { ...course, userId: bob, reviewerIds: [ada] })).toMatchObject([
      [
        ada,
        'SYSTEM',
        '“Keys” waits for your review',
        expect.stringMatching(/^bob submitted/),
        'studio/courses/c1',
      ],
    ])
    const decided = (status: string, comment: string | null) =>
      noticesFor(reviewDecided, { ...course, status, comment, userIds: [bob] })[0]!
    expect(decided('APPROVED', null)[2]).toBe('“Keys” is approved')
    expect(decided('RETURNED', 'Where from?')[3]).toBe('Your reviewer asks for changes: Where from?')
  })

  test('learners learn what changed in a course, once per message', () => {
    const data = {
      announcementId: 'a1',
      courseId: 'k1',
      title: 'Keys',
      notes: ['One.', 'Two.'],
      userIds: [ada, bob],
    }
    const both = noticesFor(changesAnnounced, data)
    expect(both).toEqual([
      [ada, 'COURSE_CHANGED', '“Keys” has changed', 'What is new: One.\nTwo.', 'courses/k1'],
      [bob, ...both[0]!.slice(1)],
    ])
    const event = { id: newId<'Event'>(), name: changesAnnounced.eventName, data }
    expect(buildNotices(event).map(({ dedupKey }) => dedupKey)).toEqual([
      'course-changed:a1',
      'course-changed:a1',
    ])
  })

  test('participants learn the start, the rank, the prize and the cancellation of a contest', () => {
    const contest = { contestId: 'c1', title: 'Cup' }
    const starting = noticesFor(contestStarting, {
      ...contest,
      startsAt: '2026-11-02T15:30:00.000Z',
      userIds: [ada, bob],
    })
    expect(starting.map(([userId]) => userId)).toEqual([ada, bob])
    expect(starting[0]![3]).toMatch(/^The contest begins at 6:30\sPM\. Good luck!$/)
    const result = (rank: number | null, prizeGems: number) =>
      noticesFor(contestResult, { userId: ada, ...contest, rank, prizeGems })
    expect(result(1, 250)).toMatchObject([
      [ada, 'CONTEST_RESULT', 'You won 250 gems!', expect.anything(), 'contests/c1/leaderboard'],
    ])
    expect(result(12, 0)[0]!.slice(2, 4)).toEqual(['Results of “Cup”', expect.stringContaining('place 12')])
    expect(result(null, 0)).toEqual([])
    const cancelled = (refundedGems: number) =>
      noticesFor(contestCancelled, { ...contest, refundedGems, userIds: [ada] })[0]![3]
    expect(cancelled(20)).toContain('entry fee of 20 gems')
    expect(cancelled(0)).not.toContain('fee')
  })

  test('both players learn the result of a battle, and a battle against a bot has no notice', () => {
    const player = { opponentId: bob }
    const finished = (players: object[], reason = 'COMPLETED') =>
      noticesFor(battleFinished, { roomId: 'r1', reason, players }).map(([userId, type, title, body]) => [
        userId,
        type,
        title,
        body,
      ])
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

  test('learners who rose in the league learn their new division, once a week', () => {
    const data = { startsOn: '2026-11-02', division: 'PEARL', userIds: [ada, bob] }
    const both = noticesFor(leagueRisen, data)
    expect(both).toEqual([
      [ada, 'LEAGUE_RESULT', 'You rose to Pearl', expect.stringContaining('Pearl division'), 'leaderboard'],
      [bob, ...both[0]!.slice(1)],
    ])
    const event = { id: newId<'Event'>(), name: leagueRisen.eventName, data }
    expect(buildNotices(event).map(({ dedupKey }) => dedupKey)).toEqual([
      'league:2026-11-02',
      'league:2026-11-02',
    ])
  })

  test('an assessed project names the result', () => {
    const project = { userId: ada, courseId: 'k1', submissionId: 's1', title: 'Shop' }
    const assessed = (status: 'PASSED' | 'NEEDS_REVISION', percentage: number | null) =>
      noticesFor(projectAssessed, { ...project, status, percentage })[0]!
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

  test('both users of a referral learn their bonus', () => {
    const qualified = { userId: ada, invitedUserId: bob, inviterGems: 100, invitedGems: 50 }
    const both = noticesFor(referralQualified, qualified)
    expect(both.map(([userId, type, , body]) => [userId, type, /\d+/.exec(body!)![0]])).toEqual([
      [ada, 'REFERRAL_BONUS', '100'],
      [bob, 'REFERRAL_BONUS', '50'],
    ])
    expect(noticesFor(referralQualified, { ...qualified, inviterGems: 0 })).toHaveLength(1)
    const alone = noticesFor(invitedRewarded, { userId: bob, gems: 50 })
    expect(alone).toEqual(both.slice(1))
    expect(noticesFor(invitedRewarded, { userId: bob, gems: 0 })).toEqual([])
  })

  test('a changed subscription names its status and end date', () => {
    const changed = (status: string, expiresAt: string | null) =>
      noticesFor(subscriptionChanged, { userId: ada, isPremium: false, status, expiresAt })[0]!
    expect(changed('ACTIVE', '2026-12-02T10:00:00.000Z')[3]).toBe(
      'Every course is open to you until December 2, 2026.',
    )
    expect(changed('ACTIVE', null)[3]).toBe('Every course is open to you.')
    expect(changed('CANCELLED', '2026-12-02T10:00:00.000Z')[2]).toBe('Your subscription ends')
    expect(changed('GRACE_PERIOD', '2026-12-02T10:00:00.000Z')[2]).toBe('Your payment did not go through')
    for (const over of ['EXPIRED', 'MOVED'] as const) expect(changed(over, null)[2]).toBe('Premium has ended')
    const another = { userId: ada, isPremium: true, status: 'EXPIRED', expiresAt: null } as const
    expect(noticesFor(subscriptionChanged, another)).toEqual([])
  })

  test('a minted certificate names its number', () => {
    const minted = { userId: ada, certificateNumber: 'LYC-2026-ABCDEFGH', courseTitle: 'Chains' }
    expect(noticesFor(certificateMinted, minted)).toEqual([
      [
        ada,
        'CERTIFICATE_READY',
        'Your certificate is ready',
        'The certificate for “Chains” is on the chain. Its number is LYC-2026-ABCDEFGH.',
        'certificates/LYC-2026-ABCDEFGH',
      ],
    ])
  })

  test('an order has notices for the statuses that the user waits for, with the amount', () => {
    const moved = (status: string) =>
      noticesFor(orderStatusChanged, {
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

describe('the jobs of events', () => {
  test('an event without notices is refused at start-up', () => {
    const unknown = defineEvent<{ userId: UserId }>('streaks.something_else')
    expect(() => notifyOn(unknown)).toThrow('streaks.something_else')
    expect(notifyOn(badgeUnlocked).name).toBe('notifications.notify_users')
  })

  test('building notices of an event without notices throws', () => {
    expect(() => buildNotices({ id: newId(), name: 'a.b', data: {} })).toThrow('a.b')
  })
})
