import type { Page } from 'playwright-core'

const AT = '2026-11-02T08:00:00.000Z'
const PROMOTION = {
  id: '019a8b5e-7c1d-7000-8000-0000000000a7',
  kind: 'POPUP',
  title: 'Three weeks of contests',
  subtitle: 'Every Friday at six',
  bodyText: 'Play for the pool, or only to see how much you know.',
  imageUrl: '/badges/first-steps.svg',
  ctaText: 'See them',
  ctaAction: 'OPEN_URL',
  ctaPayload: { url: 'https://example.com/autumn' },
  priority: 5,
  dismissible: true,
  countries: ['KE', 'UG'],
  languages: ['en', 'sw'],
  startsAt: null,
  endsAt: null,
  isEnabled: true,
  targeting: {},
  frequencyCap: null,
  reshowAfterHours: 48,
  createdAt: AT,
  updatedAt: AT,
}
const COUNTS = { impressions: 1_240, reach: 820, clicks: 131, clickers: 120, dismissals: 310 }
const FIGURES = {
  ...COUNTS,
  clickRate: 14.6,
  byCountry: [{ ...COUNTS, country: 'KE' }],
  byDay: [
    { ...COUNTS, day: '2026-11-01' },
    { ...COUNTS, reach: 412, day: '2026-11-02' },
  ],
}
const BADGE = {
  badgeType: 'EARLY_BIRD',
  origin: 'ADMIN',
  status: 'DRAFT',
  name: 'Early bird',
  description: 'Learn on thirty days in a row.',
  ruleKind: 'STREAK_DAYS',
  requiredProgress: 30,
  imageUrl: '/badges/first-steps.svg',
  version: 1,
  createdAt: AT,
  updatedAt: AT,
}

const answer = (data: unknown) => ({ json: { success: true, data } })

/** A published promotion in its list, and its figures. */
async function showPromotions(page: Page, path: string): Promise<void> {
  const { origin } = new URL(page.url())
  await page.route('**/admin/promotions?*', (route) =>
    route.fulfill({ json: { success: true, data: [PROMOTION], meta: { total: 1, page: 1, limit: 20 } } }),
  )
  await page.route(`**/admin/promotions/${PROMOTION.id}`, (route) => route.fulfill(answer(PROMOTION)))
  await page.route(`**/admin/promotions/${PROMOTION.id}/figures`, (route) => route.fulfill(answer(FIGURES)))
  await page.goto(`${origin}${path}`)
}

export async function openPromotions(page: Page): Promise<void> {
  await showPromotions(page, '/console/promotions')
  await page.locator('[data-list-item]').first().waitFor()
}

export async function openPromotion(page: Page): Promise<void> {
  await showPromotions(page, `/console/promotions/${PROMOTION.id}`)
  await page.locator('main table').waitFor()
}

/** The page of a badge that is a draft. */
export async function openBadge(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  await page.route(`**/admin/badges/${BADGE.badgeType}`, (route) => route.fulfill(answer(BADGE)))
  await page.goto(`${origin}/console/badges/${BADGE.badgeType}`)
  await page.locator('main form').waitFor()
}

/** The service names how many badges the publication would mint. */
export async function openBadgeMints(page: Page): Promise<void> {
  await page.route(`**/admin/badges/${BADGE.badgeType}/publish`, (route) =>
    route.fulfill({
      status: 409,
      json: {
        success: false,
        message: 'This change mints the badge for 1204 learners at once.',
        error: { code: 'BADGE_MINTS_UNCONFIRMED', details: [], mintCount: 1_204 },
      },
    }),
  )
  await openBadge(page)
  await page.locator('main header button').click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('button').last().click()
  await dialog.locator('input').waitFor()
}

/** The first row of a list with its panel. */
export async function openFirstRow(page: Page): Promise<void> {
  await page.locator('[data-list-item]').first().click()
  await page.waitForURL(/\/console\/contests\/./)
  await page.getByRole('region').first().waitFor()
}

/** Staff without two-factor sign-in, whose role must use it. */
export async function openSecondFactor(page: Page): Promise<void> {
  await page.route('**/admin/**', (route) =>
    route.fulfill({
      status: 403,
      json: {
        success: false,
        message: 'Your role requires two-factor sign-in.',
        error: { code: 'TWO_FACTOR_SETUP_REQUIRED', details: [] },
      },
    }),
  )
  await page.reload()
  await page.locator('main a[href="/settings/two-factor"]').waitFor()
}

/** The choice of the roles that must use two-factor sign-in. */
export async function openRoles(page: Page): Promise<void> {
  await page.locator('main li').nth(2).locator('button').click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('label:has(input[type=radio])').first().click()
  await dialog.locator('label:has(input[type=checkbox])').first().click()
}
