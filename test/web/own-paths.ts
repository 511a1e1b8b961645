import type { Page } from 'playwright-core'
import { createClient } from '../harness/api-client.ts'
import { AUTHOR } from './own-lesson.ts'

/** A path of the demo author with three courses of the installation, which was edited once. */
export async function openOwnPath(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  const api = createClient(origin)
  const token: string = (await api.call('POST /auth/login', { body: AUTHOR })).body.data.accessToken
  const found = await api.call('GET /admin/courses?status=PUBLISHED&limit=3', { token })
  const courses: string[] = found.body.data.map(({ id }: { id: string }) => id)
  const created = await api.call('POST /admin/learning-paths', {
    token,
    body: {
      title: 'From savings to a small business',
      description: 'Keep money safe, then make it work.',
      category: 'BLOCKCHAIN',
      kind: 'SPECIALIZATION',
      skills: ['wallets'],
      courseIds: courses,
    },
  })
  const { id } = created.body.data
  const body = { title: 'From savings to a business', courseIds: courses.toReversed() }
  await api.call(`PATCH /admin/learning-paths/${id}`, { token, body })
  await page.goto(`${origin}/studio/paths/${id}`)
  await page.locator('[role=row]').nth(2).waitFor()
}

export async function openPathHistory(page: Page): Promise<void> {
  await openOwnPath(page)
  await page.locator('main header button').first().click()
  await page.getByRole('dialog').locator('li button').first().click()
  await page.getByRole('dialog').locator('section, p').first().waitFor()
}
