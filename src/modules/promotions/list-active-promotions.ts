import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { getUserAttributes } from '../accounts/public/own-account.ts'
import { getTotals } from '../ledger/public/get-totals.ts'
import { levelForXp } from '../ledger/public/xp-level.ts'
import { hasPremium } from '../subscriptions/public/has-premium.ts'
import { parseAcceptLanguage } from './accept-language.ts'
import {
  capWindowCutoff,
  inBestLanguage,
  isCapReached,
  isDismissed,
  isInCountry,
  isLive,
  isTargeted,
  sortByPriority,
} from './choose-promotions.ts'
import { getCachedPromotions } from './promotion-cache.ts'
import type { Promotion } from './public/promotion.ts'
import { consumeFrequencyCap, listUserStates } from './queries.ts'

interface ListActivePromotions {
  userId: UserId
  country: string | undefined
  language: string | undefined
  acceptLanguage: string | undefined
  now: Date
}

/** Returns at most one popup and the sorted banners for a user. */
export async function listActivePromotions(
  platform: Platform,
  { userId, country, language, acceptLanguage, now }: ListActivePromotions,
): Promise<{ popup: Promotion | null; banners: Promotion[] }> {
  const db = platform.pipelinedDb
  const live = (await getCachedPromotions(platform, now)).filter((promotion) => isLive(promotion, now))
  const [locale, userStates] = await Promise.all([
    getUserAttributes(db, userId),
    live.length === 0
      ? []
      : listUserStates(
          db,
          userId,
          live.map(({ id }) => id),
        ),
  ])
  const inCountry = live.filter((promotion) => isInCountry(promotion, country ?? locale.country))
  const viewer = {
    registeredAt: locale.registeredAt,
    ...(await loadViewer(db, userId, inCountry, now)),
  }
  const states = new Map(userStates.map((state) => [state.promotionId, state]))
  const languages = language === undefined ? parseAcceptLanguage(acceptLanguage) : [language]
  const chosen = inBestLanguage(
    inCountry.filter((promotion) => isTargeted(promotion, viewer, now)),
    languages.length === 0 ? [locale.language] : languages,
  ).filter(
    (promotion) =>
      !isDismissed(promotion, states.get(promotion.id), now) &&
      !isCapReached(promotion, states.get(promotion.id), now),
  )
  return applyCaps(platform, userId, sortByPriority(chosen), now)
}

/** Loads premium and level only if a promotion needs them. */
async function loadViewer(
  db: Db,
  userId: UserId,
  promotions: Promotion[],
  now: Date,
): Promise<{ hasPremium: boolean | undefined; level: number | undefined }> {
  const wants = (wanted: (promotion: Promotion) => boolean) => promotions.some(wanted)
  const [premium, totals] = await Promise.all([
    wants(({ targeting }) => targeting.subscribers !== undefined) ? hasPremium(db, userId, now) : undefined,
    wants(({ targeting }) => targeting.minLevel !== undefined || targeting.maxLevel !== undefined)
      ? getTotals(db, userId)
      : undefined,
  ])
  return { hasPremium: premium, level: totals && levelForXp(totals.totalXP) }
}

/**
 * A cap counts responses, because reports of clients come late or not at all. Only promotions with a cap need a write.
 */
async function applyCaps(
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
    // Sequentially and sorted, so that concurrent requests of a user do not deadlock.
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
  const windowCutoff = capWindowCutoff(frequencyCap, now) ?? null
  const { times } = frequencyCap
  return consumeFrequencyCap(tx, { userId, promotionId, times, windowCutoff }, now)
}
