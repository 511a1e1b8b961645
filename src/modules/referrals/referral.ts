import { addMs, DAY_MS } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { clientNetwork } from '../../platform/rate-limits/client-network.ts'
import { hmacSha256 } from '../../platform/secrets.ts'

/** Amounts and limits, which are configuration. */
export type ReferralRules = Config['referrals']

export const CODE_LENGTH = 8
export const REDEEM_DAYS = 7
export const ACTIVE_DAYS = 30
/** Addresses are handed on to others; devices are not. */
const ADDRESS_WINDOW_DAYS = 30

/** Why an invitation does not count. */
export type RejectionReason = 'SELF' | 'CYCLE' | 'SAME_DEVICE' | 'SAME_ADDRESS'

/** What became of the inviter's bonus. */
export type BonusOutcome = 'PAID' | 'DAILY_CAP' | 'TOTAL_CAP' | 'INVITER_GONE'

/** A code as it is kept, from what a person typed. */
export function normalizeCode(typed: string): string {
  return typed.replaceAll('-', '').trim().toUpperCase()
}

export interface Origin {
  deviceId: string | null
  address: string
}

/** What of an origin is kept, for recognising it and for nothing else. */
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

/** A sign that two users come from one place, and how many may. */
export interface OriginLimit {
  originDigest: Buffer
  reason: RejectionReason
  limit: number
  /** Uses of a window that began at or before this moment are forgotten; null: they never are. */
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

/** The first rule that one more from this place would break. The inviter's being from there counts as well. */
export function findExceededLimit(
  limits: OriginLimit[],
  usesOf: (originLimit: OriginLimit) => number,
  inviter: Buffer[],
): RejectionReason | undefined {
  return limits.find((originLimit) => {
    const isInviters = inviter.some((digest) => digest.equals(originLimit.originDigest))
    return usesOf(originLimit) + Number(isInviters) >= originLimit.limit
  })?.reason
}
