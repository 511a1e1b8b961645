import type { Page } from 'playwright-core'
import { createOwnLesson, MIXED_SLIDES } from './own-lesson.ts'

const MARK = {
  id: '019a8b5e-7c1d-7000-8000-0000000000a7',
  lessonId: '019a8b5e-7c1d-7000-8000-0000000000e1',
  questionId: null,
  sourceTitle: 'Handbook of tea, chapter 2: water, leaves and time',
  sourceUrl: 'https://example.org/tea',
  model: 'writer-1',
  draftedAt: '2026-11-02T08:00:00.000Z',
}

/** As if a model were configured. */
const withModel = (page: Page, marks: object[]) =>
  page.route('**/admin/model-drafts*', (route) =>
    route.fulfill({ json: { success: true, data: { isAvailable: true, dailyLimit: 20, marks } } }),
  )

/** The dialog that drafts questions from a text. */
export async function openModelDialog(page: Page): Promise<void> {
  await withModel(page, [])
  await page.reload()
  await page.locator('main button:has(svg.lucide-sparkles)').click()
  await page.getByRole('dialog').locator('textarea').waitFor()
}

/** A lesson with slides that a model drafted. */
export async function openMarkedLesson(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  await withModel(page, [MARK])
  const { path } = await createOwnLesson(origin, MIXED_SLIDES)
  await page.goto(origin + path)
  await page.locator('main section:has(svg.lucide-sparkles)').waitFor()
}
