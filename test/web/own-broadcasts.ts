import type { Page } from 'playwright-core'

const BROADCAST = {
  id: '019a8b5e-7c1d-7000-8000-0000000000e1',
  name: 'New courses in November',
  type: 'ANNOUNCEMENT',
  texts: {
    en: {
      title: 'Two new courses',
      body: 'Wallets in practice, and What a key opens.\nBoth are free until Sunday.',
    },
    fr: { title: 'Deux nouveaux cours', body: 'Les portefeuilles en pratique, et Ce qu’ouvre une clé.' },
    ar: { title: 'دورتان جديدتان', body: 'المحافظ عمليًا، وما الذي يفتحه المفتاح.' },
  },
  fallbackLanguage: 'en',
  link: 'courses',
  channels: { inApp: true, push: true, email: false },
  segment: { languages: ['en', 'fr'], countries: ['KE', 'TZ'], activeWithinDays: 30 },
  messagesPerSecond: 20,
  version: 3,
  status: 'DRAFT',
  createdBy: '019a8b5e-7c1d-7000-8000-0000000000b1',
  createdAt: '2026-11-02T08:00:00.000Z',
  updatedAt: '2026-11-02T08:00:00.000Z',
  sendAt: null,
  startedAt: null,
  finishedAt: null,
  expectedCount: null,
  isExpectedCapped: false,
  sentCount: 0,
}
const SENDING = {
  ...BROADCAST,
  id: '019a8b5e-7c1d-7000-8000-0000000000e2',
  name: 'The service is slow today',
  status: 'SENDING',
  sendAt: '2026-11-02T08:00:00.000Z',
  startedAt: '2026-11-02T08:00:00.000Z',
  expectedCount: 1_250,
  sentCount: 480,
}
const BROADCASTS = [
  SENDING,
  BROADCAST,
  { ...SENDING, id: '019a8b5e-7c1d-7000-8000-0000000000e3', status: 'STOPPED' },
]

async function answer(page: Page): Promise<string> {
  await page.route('**/admin/broadcasts**', (route) => {
    const { pathname } = new URL(route.request().url())
    const found = BROADCASTS.find(({ id }) => pathname.includes(id))
    if (pathname.endsWith('/preview'))
      return route.fulfill({
        json: {
          success: true,
          data: { recipients: { count: 1_250, isCapped: false }, messages: [], isTestSent: false },
        },
      })
    return route.fulfill({
      json: found
        ? { success: true, data: found }
        : { success: true, data: BROADCASTS, meta: { total: 3, page: 1, limit: 25 } },
    })
  })
  return new URL(page.url()).origin
}

/** The list with a draft, one that is being sent, and a stopped one. */
export async function openBroadcasts(page: Page): Promise<void> {
  await page.goto(`${await answer(page)}/console/broadcasts`)
  await page.getByRole('table').waitFor()
}

/** The editor of a draft, with the count of its recipients. */
export async function openBroadcastDraft(page: Page): Promise<void> {
  await page.goto(`${await answer(page)}/console/broadcasts/${BROADCAST.id}`)
  await page.locator('section p[aria-live=polite]', { hasText: /1.?250/ }).waitFor()
}

/** A broadcast that is being sent. */
export async function openRunningBroadcast(page: Page): Promise<void> {
  await page.goto(`${await answer(page)}/console/broadcasts/${SENDING.id}`)
  await page.getByRole('progressbar').waitFor()
}
