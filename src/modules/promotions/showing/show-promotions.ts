import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/tx.ts'
import { getLocale } from '../../identity/accounts/get-locale.ts'
import { getTotals } from '../../rewards/ledger/get-totals.ts'
import { levelOf } from '../../rewards/level.ts'
import type { Promotion } from '../promotion.ts'
import { listAudience, takeShowing } from '../queries.ts'
import {
  inBestLanguage,
  inOrder,
  isDismissed,
  isInCountry,
  isLive,
  isTargeted,
  isUsedUp,
  windowsOverBefore,
} from './choose-promotions.ts'
import { heldPromotions } from './held-promotions.ts'
import { parseAcceptLanguage } from './language.ts'

/** Whether a user has premium; the module that keeps subscriptions hands it in. */
export type HasPremium = (db: Db, userId: UserId) => Promise<boolean>

export interface PromotionParts {
  platform: Platform
  hasPremium: HasPremium
}

interface ShowPromotions {
  userId: UserId
  country: string | undefined
  language: string | undefined
  acceptLanguage: string | undefined
  now: Date
}

/** What a user gets to see now: at most one popup, and the banners in their order. */
export async function showPromotions(
  { platform, hasPremium }: PromotionParts,
  { userId, country, language, acceptLanguage, now }: ShowPromotions,
): Promise<{ popup: Promotion | null; banners: Promotion[] }> {
  const db = platform.quick
  const live = (await heldPromotions(platform)).filter((promotion) => isLive(promotion, now))
  const [locale, audience] = await Promise.all([
    getLocale(db, userId),
    live.length === 0
      ? []
      : listAudience(
          db,
          userId,
          live.map(({ id }) => id),
        ),
  ])
  const here = live.filter((promotion) => isInCountry(promotion, country ?? locale.country))
  const viewer = {
    registeredAt: locale.registeredAt,
    ...(await askWhatIsAimedAt(db, hasPremium, userId, here)),
  }
  const states = new Map(audience.map((state) => [state.promotionId, state]))
  const languages = language === undefined ? parseAcceptLanguage(acceptLanguage) : [language]
  const chosen = inBestLanguage(
    here.filter((promotion) => isTargeted(promotion, viewer, now)),
    languages.length === 0 ? [locale.language] : languages,
  ).filter(
    (promotion) =>
      !isDismissed(promotion, states.get(promotion.id), now) &&
      !isUsedUp(promotion, states.get(promotion.id), now),
  )
  return withinCaps(platform, userId, inOrder(chosen), now)
}

/** Premium and level cost a question each, and few campaigns want to know. */
async function askWhatIsAimedAt(
  db: Db,
  hasPremium: HasPremium,
  userId: UserId,
  promotions: Promotion[],
): Promise<{ hasPremium: boolean | undefined; level: number | undefined }> {
  const wants = (wanted: (promotion: Promotion) => boolean) => promotions.some(wanted)
  const [premium, totals] = await Promise.all([
    wants(({ targeting }) => targeting.subscribers !== undefined) ? hasPremium(db, userId) : undefined,
    wants(({ targeting }) => targeting.minLevel !== undefined || targeting.maxLevel !== undefined)
      ? getTotals(db, userId)
      : undefined,
  ])
  return { hasPremium: premium, level: totals && levelOf(totals.totalXP) }
}

/**
 * A cap counts how often a campaign was given out, because what clients report comes late or not at all. So whoever
 * gets a capped one takes one of its times in a row; the others cost no write.
 */
async function withinCaps(
  { write }: Platform,
  userId: UserId,
  chosen: Promotion[],
  now: Date,
): Promise<{ popup: Promotion | null; banners: Promotion[] }> {
  const popups = chosen.filter(({ kind }) => kind === 'POPUP')
  const banners = chosen.filter(({ kind }) => kind === 'BANNER')
  const mayBeShown = [...banners, ...popups.slice(0, 1)]
  if (mayBeShown.every(({ frequencyCap }) => frequencyCap === null)) {
    return { popup: popups[0] ?? null, banners }
  }
  return write(async (tx) => {
    const popup = await firstAllowed(tx, userId, popups, now)
    const shown: Promotion[] = []
    // One after the other, in one order for all of a user's requests: they wait in a line, never in a circle.
    for (const banner of banners) if (await isAllowed(tx, userId, banner, now)) shown.push(banner)
    return { popup, banners: shown }
  })
}

async function firstAllowed(
  tx: Tx,
  userId: UserId,
  popups: Promotion[],
  now: Date,
): Promise<Promotion | null> {
  for (const popup of popups) if (await isAllowed(tx, userId, popup, now)) return popup
  return null
}

async function isAllowed(
  tx: Tx,
  userId: UserId,
  { id: promotionId, frequencyCap }: Promotion,
  now: Date,
): Promise<boolean> {
  if (!frequencyCap) return true
  const overBefore = windowsOverBefore(frequencyCap, now) ?? null
  const { times } = frequencyCap
  return takeShowing(tx, { userId, promotionId, times, windowsOverBefore: overBefore }, now)
}
