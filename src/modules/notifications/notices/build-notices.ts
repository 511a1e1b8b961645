import type { DomainEvent, EventDefinition } from '../../../platform/transaction/define-event.ts'
import type { JobDefinition } from '../../../platform/transaction/define-job.ts'
import { notifyUsers } from '../jobs.ts'
import type { Notice } from '../notification.ts'
import { battleFinished } from './battle-notices.ts'
import { contestCancelled, contestResult, contestStarting } from './contest-notices.ts'
import type { HeardFacts } from './heard-facts.ts'
import { badgeUnlocked, certificateMinted, projectAssessed, streakMilestone } from './learning-notices.ts'
import {
  invitedRewarded,
  orderStatusChanged,
  referralQualified,
  subscriptionChanged,
} from './payment-notices.ts'
import { systemMessage } from './system-notices.ts'

/** Fact by fact: whom it is told, in which words, and where it leads. */
const NOTICES: { [Name in keyof HeardFacts]: (data: HeardFacts[Name]) => Notice[] } = {
  'streaks.streak_milestone_reached': streakMilestone,
  'badges.badge_unlocked': badgeUnlocked,
  'contests.contest_starting': contestStarting,
  'contests.contest_result': contestResult,
  'contests.contest_cancelled': contestCancelled,
  'battles.battle_finished': battleFinished,
  'capstones.project_assessed': projectAssessed,
  'referrals.referral_qualified': referralQualified,
  'referrals.invited_rewarded': invitedRewarded,
  'subscriptions.subscription_changed': subscriptionChanged,
  'certificates.certificate_minted': certificateMinted,
  'admin.message_sent': systemMessage,
  'payment_orders.order_status_changed': orderStatusChanged,
}

/** The facts of which all is there that their notice reads. */
type NamesFor<Data> = {
  [Name in keyof HeardFacts]: Data extends HeardFacts[Name] ? Name : never
}[keyof HeardFacts]

/** For `later` in `app/reactions.ts`: whom the fact concerns is told. */
export function notifyOn<Data>(
  event: EventDefinition<Data>,
  name: NamesFor<Data>,
): JobDefinition<DomainEvent<Data>> {
  if (event.eventName !== name) throw new Error(`${event.eventName} is told as if it were ${name}.`)
  return notifyUsers
}

/** Each with a name of its own, so that the same fact, heard twice, is told once. */
export function buildNotices(event: DomainEvent): (Notice & { dedupKey: string })[] {
  const noticeFor = NOTICES[event.name as keyof HeardFacts] as ((data: unknown) => Notice[]) | undefined
  if (!noticeFor) throw new Error(`nobody knows how to tell of ${event.name}`)
  return noticeFor(event.data).map((notice) => ({ dedupKey: event.id, ...notice }))
}
