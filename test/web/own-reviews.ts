import type { Page } from 'playwright-core'
import { createOwnLesson, MIXED_SLIDES } from './own-lesson.ts'

/** A course of the demo author waits for a review, and the reviewer has opened it. */
export async function openReview(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  const { api, token, courseId } = await createOwnLesson(origin, MIXED_SLIDES)
  const body = { message: 'The temperatures are from the growers.', changeNote: 'A lesson about tea.' }
  await api.call(`POST /admin/courses/${courseId}/review-requests`, { token, body })
  await page.goto(`${origin}/studio/reviews`)
  await page.locator('main li button[aria-expanded]').last().click()
  await page.locator('main li textarea').last().waitFor()
}
