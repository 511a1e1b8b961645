import { DAY_MS, later } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { networkOf } from '../../platform/limits/network.ts'
import { keyedDigest } from '../../platform/secrets.ts'

/** Amounts and limits, which are configuration. */
export type ReferralRules = Config['referrals']

export const CODE_LENGTH = 8
export const REDEEM_DAYS = 7
export const ACTIVE_DAYS = 30
/** Addresses are handed on to others; devices are not. */
const ADDRESS_WINDOW_DAYS = 30

/** Why an invitation does not count. */
export type RefusedReason = 'SELF' | 'CYCLE' | 'SAME_DEVICE' | 'SAME_ADDRESS'

/** What became of the inviter's bonus. */
export type Bonus = 'PAID' | 'DAILY_CAP' | 'TOTAL_CAP' | 'INVITER_GONE'

/** A code as it is kept, from what a person typed. */
export function normalCode(typed: string): string {
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
    device: deviceId === null ? null : keyedDigest('referral-device', deviceId),
    address: keyedDigest('referral-address', networkOf(address)),
  }
}

/** A sign that two users come from one place, and how many may. */
export interface Sign {
  sign: Buffer
  reason: RefusedReason
  limit: number
  /** Uses of a window that began at or before this moment are forgotten; null: they never are. */
  windowsOverBefore: Date | null
}

export function signsOf({ device, address }: OriginDigests, rules: ReferralRules, now: Date): Sign[] {
  const byAddress: Sign = {
    sign: address,
    reason: 'SAME_ADDRESS',
    limit: rules.perAddress,
    windowsOverBefore: later(now, -ADDRESS_WINDOW_DAYS * DAY_MS),
  }
  const byDevice = device && {
    sign: device,
    reason: 'SAME_DEVICE' as const,
    limit: rules.perDevice,
    windowsOverBefore: null,
  }
  return byDevice ? [byDevice, byAddress] : [byAddress]
}

/** The first rule that one more from this place would break. The inviter's being from there counts as well. */
export function brokenLimit(
  signs: Sign[],
  usesOf: (sign: Sign) => number,
  inviter: Buffer[],
): RefusedReason | undefined {
  return signs.find((sign) => {
    const isInviters = inviter.some((digest) => digest.equals(sign.sign))
    return usesOf(sign) + Number(isInviters) >= sign.limit
  })?.reason
}
