import { addMs, DAY_MS } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { clientNetwork } from '../../platform/rate-limits/client-network.ts'
import { hmacSha256 } from '../../platform/secrets.ts'

export type ReferralRules = Config['referrals']

export const CODE_LENGTH = 8
export const REDEEM_DAYS = 7
export const ACTIVE_DAYS = 30
/** On how many days an invited user must have learned, with `requireVerifiedLearning`. */
export const LEARNING_DAYS = 2
/** What makes a day of learning: so many first answers of the day are right, and this share of them. A guesser has 25 %. */
export const MIN_RIGHT_ANSWERS = 5
export const MIN_RIGHT_PERCENT = 60
/** Addresses are reassigned to other people, devices are not: only the use of an address is forgotten. */
const ADDRESS_WINDOW_DAYS = 30

/** Why an invitation is not counted. */
export type RejectionReason = 'SELF' | 'CYCLE' | 'SAME_DEVICE' | 'SAME_ADDRESS'

export type BonusOutcome = 'PAID' | 'DAILY_CAP' | 'TOTAL_CAP' | 'INVITER_INACTIVE'

export interface LearningCounts {
  /** Of days before the last day with an answer. */
  learningDays: number
  /** First answers of the last day. */
  answersOnDay: number
  rightOnDay: number
}

/** The days of learning with the last one, which counts as long as enough of its answers are right. */
export function countLearningDays({ learningDays, answersOnDay, rightOnDay }: LearningCounts): number {
  const isLearningDay =
    rightOnDay >= MIN_RIGHT_ANSWERS && 100 * rightOnDay >= MIN_RIGHT_PERCENT * answersOnDay
  return learningDays + Number(isLearningDay)
}

export function normalizeCode(typed: string): string {
  return typed.replaceAll('-', '').trim().toUpperCase()
}

export interface Origin {
  deviceId: string | null
  address: string
}

/** Stored instead of the device and the address: they can be compared, but not read. */
export interface OriginDigests {
  device: Buffer | null
  address: Buffer
}

export function digestsOf({ deviceId, address }: Origin): OriginDigests {
  return {
    device: deviceId === null ? null : hmacSha256('referral-device', deviceId),
    address: hmacSha256('referral-address', clientNetwork(address)),
  }
}

/** How many invited users may have the same device or network. */
export interface OriginLimit {
  originDigest: Buffer
  reason: RejectionReason
  limit: number
  /** A counting window that started at or before this time has ended. Null: the window never ends. */
  windowStartsAfter: Date | null
}

export function originLimits(
  { device, address }: OriginDigests,
  rules: ReferralRules,
  now: Date,
): OriginLimit[] {
  const byAddress: OriginLimit = {
    originDigest: address,
    reason: 'SAME_ADDRESS',
    limit: rules.perAddress,
    windowStartsAfter: addMs(now, -ADDRESS_WINDOW_DAYS * DAY_MS),
  }
  const byDevice = device && {
    originDigest: device,
    reason: 'SAME_DEVICE' as const,
    limit: rules.perDevice,
    windowStartsAfter: null,
  }
  return byDevice ? [byDevice, byAddress] : [byAddress]
}

/** The first limit that one more user from this origin would exceed. The inviter counts if the origin is the same. */
export function findExceededLimit(
  limits: OriginLimit[],
  usesOf: (originLimit: OriginLimit) => number,
  inviter: Buffer[],
): RejectionReason | undefined {
  return limits.find((originLimit) => {
    const isInviterOrigin = inviter.some((digest) => digest.equals(originLimit.originDigest))
    return usesOf(originLimit) + Number(isInviterOrigin) >= originLimit.limit
  })?.reason
}
