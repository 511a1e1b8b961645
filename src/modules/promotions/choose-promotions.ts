import { addMs, DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { matchesLanguage } from './accept-language.ts'
import type { FrequencyCap, Promotion, PromotionId } from './public/promotion.ts'

/** The user's attributes for targeting. The last two are loaded only if a promotion needs them. */
export interface Viewer {
  registeredAt: Date
  hasPremium: boolean | undefined
  level: number | undefined
}

/** The state of a promotion for one user. */
export interface UserPromotionState {
  promotionId: PromotionId
  dismissedAt: Date | null
  timesShown: number
  capWindowStartedAt: Date | null
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
 * Returns the promotions of the first of the user's languages that has any, and those for all languages. A user never gets
 * the same text in two languages.
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

/** Sorts promotions of a country first, then by priority, then the newest first. */
export function sortByPriority(promotions: Promotion[]): Promotion[] {
  return promotions.toSorted(
    (one, other) =>
      Number(other.countries.length > 0) - Number(one.countries.length > 0) ||
      other.priority - one.priority ||
      other.createdAt.getTime() - one.createdAt.getTime() ||
      (other.id > one.id ? 1 : -1),
  )
}

/** A dismissal at or before this time is over; undefined: it never ends. */
export function dismissalCutoff({ reshowAfterHours }: Promotion, now: Date): Date | undefined {
  return reshowAfterHours === null ? undefined : addMs(now, -reshowAfterHours * HOUR_MS)
}

export function isDismissed(promotion: Promotion, state: UserPromotionState | undefined, now: Date): boolean {
  if (promotion.kind !== 'POPUP' || !state?.dismissedAt) return false
  const cutoff = dismissalCutoff(promotion, now)
  return cutoff === undefined || state.dismissedAt > cutoff
}

/** A cap window that began at or before this time is over; undefined: it never ends. */
export function capWindowCutoff({ hours }: FrequencyCap, now: Date): Date | undefined {
  return hours === undefined ? undefined : addMs(now, -hours * HOUR_MS)
}

export function isCapReached(
  { frequencyCap }: Promotion,
  state: UserPromotionState | undefined,
  now: Date,
): boolean {
  if (!frequencyCap || !state?.capWindowStartedAt || state.timesShown < frequencyCap.times) return false
  const cutoff = capWindowCutoff(frequencyCap, now)
  return cutoff === undefined || state.capWindowStartedAt > cutoff
}
