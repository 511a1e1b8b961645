import { addMs, DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { matchesLanguage } from './accept-language.ts'
import type { FrequencyCap, Promotion, PromotionId } from './public/promotion.ts'

/** Which campaigns a user gets, and in which order. Pure; who the user is comes in. */

/** What targeting asks about. The last two are known only when a campaign wants to know them. */
export interface Viewer {
  registeredAt: Date
  hasPremium: boolean | undefined
  level: number | undefined
}

/** What a user has had of a campaign. */
export interface UserPromotionState {
  promotionId: PromotionId
  dismissedAt: Date | null
  shown: number
  windowStartedAt: Date | null
}

export function isLive({ isEnabled, startsAt, endsAt }: Promotion, now: Date): boolean {
  return isEnabled && (startsAt === null || startsAt <= now) && (endsAt === null || endsAt > now)
}

export function isInCountry({ countries }: Promotion, country: string | null): boolean {
  return countries.length === 0 || (country !== null && countries.includes(country))
}

export function isTargeted({ targeting }: Promotion, viewer: Viewer, now: Date): boolean {
  const { newUserDays, subscribers, minLevel, maxLevel } = targeting
  const { registeredAt, hasPremium, level = 1 } = viewer
  return (
    (newUserDays === undefined || addMs(registeredAt, newUserDays * DAY_MS) > now) &&
    (subscribers === undefined || subscribers === (hasPremium ?? false)) &&
    level >= (minLevel ?? 1) &&
    level <= (maxLevel ?? Infinity)
  )
}

/**
 * Those that speak the user's language, and those that speak every one. Of several languages the first counts in which
 * there is anything: nobody gets the same words in two languages.
 */
export function inBestLanguage(promotions: Promotion[], languages: string[]): Promotion[] {
  const best = languages.find((tag) =>
    promotions.some((promotion) => matchesLanguage(promotion.languages, tag)),
  )
  return promotions.filter(
    (promotion) =>
      promotion.languages.length === 0 || (best !== undefined && matchesLanguage(promotion.languages, best)),
  )
}

/** Those of a country before those of all, then the higher priority, then the newer. */
export function sortByPriority(promotions: Promotion[]): Promotion[] {
  return promotions.toSorted(
    (one, other) =>
      Number(other.countries.length > 0) - Number(one.countries.length > 0) ||
      other.priority - one.priority ||
      other.createdAt.getTime() - one.createdAt.getTime() ||
      (other.id > one.id ? 1 : -1),
  )
}

/** A dismissal whose moment is at or before this one is over; undefined when it never is. */
export function dismissalCutoff({ reshowAfterHours }: Promotion, now: Date): Date | undefined {
  return reshowAfterHours === null ? undefined : addMs(now, -reshowAfterHours * HOUR_MS)
}

export function isDismissed(promotion: Promotion, state: UserPromotionState | undefined, now: Date): boolean {
  if (promotion.kind !== 'POPUP' || !state?.dismissedAt) return false
  const cutoff = dismissalCutoff(promotion, now)
  return cutoff === undefined || state.dismissedAt > cutoff
}

/** A window of the cap that began at or before this moment is over; undefined when it never is. */
export function capWindowCutoff({ hours }: FrequencyCap, now: Date): Date | undefined {
  return hours === undefined ? undefined : addMs(now, -hours * HOUR_MS)
}

export function isCapReached(
  { frequencyCap }: Promotion,
  state: UserPromotionState | undefined,
  now: Date,
): boolean {
  if (!frequencyCap || !state?.windowStartedAt || state.shown < frequencyCap.times) return false
  const cutoff = capWindowCutoff(frequencyCap, now)
  return cutoff === undefined || state.windowStartedAt > cutoff
}
