import { messageSent } from '../../../events/admin.ts'
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
import type { DomainEvent, EventData, EventDefinition } from '../../../platform/transaction/define-event.ts'
import type { JobDefinition } from '../../../platform/transaction/define-job.ts'
import { notifyUsers } from '../jobs.ts'
import type { Notice } from '../notification.ts'
import {
  coAuthorNotices,
  publicationRefusedNotices,
  reviewDecidedNotices,
  reviewRequestedNotices,
  transferNotices,
} from './authoring-notices.ts'
import {
  battleNotices,
  contestCancelledNotices,
  contestResultNotices,
  contestStartingNotices,
  leagueNotices,
} from './competition-notices.ts'
import {
  badgeNotices,
  certificateNotices,
  courseChangeNotices,
  projectNotices,
  streakMilestoneNotices,
} from './learning-notices.ts'
import { orderNotices, subscriptionNotices } from './payment-notices.ts'
import { invitedUserNotices, referralNotices } from './referral-notices.ts'

type BuildNotices = (data: unknown) => Notice[]

/** The function that builds the notices of each event. */
const NOTICES: ReadonlyMap<string, BuildNotices> = new Map([
  noticesOf(streakMilestoneReached, streakMilestoneNotices),
  noticesOf(badgeUnlocked, badgeNotices),
  noticesOf(contestStarting, contestStartingNotices),
  noticesOf(contestResult, contestResultNotices),
  noticesOf(contestCancelled, contestCancelledNotices),
  noticesOf(battleFinished, battleNotices),
  noticesOf(leagueRisen, leagueNotices),
  noticesOf(projectAssessed, projectNotices),
  noticesOf(coAuthorAdded, coAuthorNotices),
  noticesOf(courseTransferred, transferNotices),
  noticesOf(reviewRequested, reviewRequestedNotices),
  noticesOf(reviewDecided, reviewDecidedNotices),
  noticesOf(changesAnnounced, courseChangeNotices),
  noticesOf(publicationRefused, publicationRefusedNotices),
  noticesOf(referralQualified, referralNotices),
  noticesOf(invitedRewarded, invitedUserNotices),
  noticesOf(subscriptionChanged, subscriptionNotices),
  noticesOf(certificateMinted, certificateNotices),
  noticesOf(messageSent, systemNotices),
  noticesOf(reportDecided, reportNotices),
  noticesOf(orderStatusChanged, orderNotices),
])

function noticesOf<Data>(
  { eventName }: EventDefinition<Data>,
  build: (data: Data) => Notice[],
): [string, BuildNotices] {
  return [eventName, build as BuildNotices]
}

/** The text of an operator, unchanged. */
function systemNotices({ userId, title, body, link }: EventData<typeof messageSent>): Notice[] {
  return [{ userId, type: 'SYSTEM', template: 'SYSTEM', values: { title, body }, link }]
}

/** The reporter learns that the report was read, and nothing about its target. */
function reportNotices({ userId, decision }: EventData<typeof reportDecided>): Notice[] {
  const template = decision === 'ACTED' ? 'REPORT_ACTED' : 'REPORT_DISMISSED'
  return [{ userId, type: 'SYSTEM', template, values: {}, link: 'notifications' }]
}

/** Returns the job that notifies users about the event; throws at start-up if the event has no notices. */
export function notifyOn<Data>({ eventName }: EventDefinition<Data>): JobDefinition<DomainEvent<Data>> {
  if (!NOTICES.has(eventName)) throw new Error(`no notices are defined for the event ${eventName}`)
  return notifyUsers
}

/** Builds the notices of an event. The event id is the deduplication key unless the notice has its own. */
export function buildNotices(event: DomainEvent): (Notice & { dedupKey: string })[] {
  const build = NOTICES.get(event.name)
  if (!build) throw new Error(`no notices are defined for the event ${event.name}`)
  return build(event.data).map((notice) => ({ dedupKey: event.id, ...notice }))
}
