import type { Page } from 'playwright-core'

const REPORT = {
  id: '019a8b5e-7c1d-7000-8000-0000000000d7',
  kind: 'QUESTION',
  targetId: '019a8b5e-7c1d-7000-8000-0000000000f1',
  reason: 'WRONG',
  text: 'Two of the options are right: a hash has a fixed length, and it also changes with every bit.',
  status: 'OPEN',
  reporterId: '019a8b5e-7c1d-7000-8000-0000000000b2',
  createdAt: '2026-11-02T08:00:00.000Z',
  reviewerId: null,
  decidedAt: null,
  note: '',
}
const REPORTS = [
  REPORT,
  {
    ...REPORT,
    id: '019a8b5e-7c1d-7000-8000-0000000000d8',
    kind: 'USER',
    reason: 'SPAM',
    text: 'Sends the same link after every battle.',
  },
]

/** The queue of reports with one of them open. */
export async function openReport(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  await page.route('**/admin/reports*', (route) =>
    route.fulfill({ json: { success: true, data: REPORTS, meta: { total: 2, page: 1, limit: 20 } } }),
  )
  await page.goto(`${origin}/console/reports?open=${REPORT.id}`)
  await page.getByRole('dialog').waitFor()
}
