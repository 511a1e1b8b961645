import type { Fact, FactDeclaration } from '../../../platform/events.ts'
import type { JobDeclaration } from '../../../platform/jobs/declare.ts'
import { tellUsers } from '../jobs.ts'
import type { Notice } from '../notification.ts'
import { battleFinished } from './battle-notices.ts'
import { contestCancelled, contestResult, contestStarting } from './contest-notices.ts'
import type { HeardFacts } from './heard-facts.ts'
import { badgeUnlocked, certificateMinted, projectAssessed, streakMilestone } from './learning-notices.ts'
import { invitedRewarded, orderMoved, referralQualified, subscriptionChanged } from './money-notices.ts'
import { systemMessage } from './system-notices.ts'

/** Fact by fact: whom it is told, in which words, and where it leads. */
const NOTICES: { [Name in keyof HeardFacts]: (data: HeardFacts[Name]) => Notice[] } = {
  'rewards.streak_milestone_reached': streakMilestone,
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
  'payments.order_moved': orderMoved,
}

/** The facts of which all is there that their notice reads. */
type NamesFor<Data> = {
  [Name in keyof HeardFacts]: Data extends HeardFacts[Name] ? Name : never
}[keyof HeardFacts]

/** For `later` in `app/reactions.ts`: whom the fact concerns is told. */
export function telling<Data>(fact: FactDeclaration<Data>, name: NamesFor<Data>): JobDeclaration<Fact<Data>> {
  if (fact.factName !== name) throw new Error(`${fact.factName} is told as if it were ${name}.`)
  return tellUsers
}

/** Each with a name of its own, so that the same fact, heard twice, is told once. */
export function noticesOf(fact: Fact): (Notice & { cause: string })[] {
  const noticeFor = NOTICES[fact.name as keyof HeardFacts] as ((data: unknown) => Notice[]) | undefined
  if (!noticeFor) throw new Error(`nobody knows how to tell of ${fact.name}`)
  return noticeFor(fact.data).map((notice) => ({ cause: fact.id, ...notice }))
}
