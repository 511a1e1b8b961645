import type { Page } from 'playwright-core'
import { createOwnLesson, type OwnLesson, textSlide } from './own-lesson.ts'

const PROJECT = {
  title: 'A tasting of five teas',
  description:
    'Prepare **five teas** and describe each of them.\n\n- Say how hot the water was, and how long you waited\n- Compare two teas of one plant\n\nHand in one page and a picture of your table.',
  allowedSubmissionTypes: ['TEXT', 'FILE_UPLOAD'],
  xpReward: 120,
  gemReward: 10,
  rubric: [
    { criterion: 'Each tea has its temperature and its time', points: 40, evidence: ['°C', 'minutes'] },
    { criterion: 'Two teas of one plant are compared', points: 40, evidence: ['green', 'black'] },
    { criterion: 'The words are those of the taster', points: 20 },
  ],
}

async function createOwnProject(page: Page): Promise<OwnLesson> {
  const own = await createOwnLesson(new URL(page.url()).origin, [textSlide('One plant')])
  const body = { ...PROJECT, courseId: own.courseId }
  await own.api.call('POST /admin/capstones', { token: own.token, body })
  return own
}

/** A project of the demo author, with a rubric. */
export async function openOwnProject(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  const { courseId } = await createOwnProject(page)
  await page.goto(`${origin}/studio/projects/${courseId}`)
  await page.locator('.ProseMirror').waitFor()
}

/** On a phone the preview is behind its switch. */
export async function openProjectPreview(page: Page): Promise<void> {
  await openOwnProject(page)
  const preview = page.locator('main button[aria-pressed=false]').first()
  if (await preview.isVisible()) await preview.click()
  await page.locator('main section li').last().waitFor()
}

export async function openProjectChecklist(page: Page): Promise<void> {
  await openOwnProject(page)
  await page.locator('main header button').last().click()
  await page.getByRole('dialog').locator('li').first().waitFor()
}

/** The history of a project with one changed rubric; the newest revision is open. */
export async function openProjectHistory(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  const { courseId, api, token } = await createOwnProject(page)
  await api.call(`POST /admin/capstones/${courseId}/publish`, { token })
  const body = { passingScore: 60, rubric: PROJECT.rubric.slice(0, 2) }
  await api.call(`PATCH /admin/capstones/${courseId}`, { token, body })
  await page.goto(`${origin}/studio/projects/${courseId}`)
  await page.locator('main header button:has(svg.lucide-history)').click()
  const sheet = page.getByRole('dialog')
  await sheet.locator('li button').first().click()
  await sheet.locator('li p').first().waitFor()
}

const question = (prompt: string, difficulty: string) => ({
  prompt,
  difficulty,
  options: ['70 to 80 °C', '100 °C', '40 °C'],
  correctIndex: 0,
  explanation: 'Boiling water makes it bitter.',
  use: 'TEST',
})

async function createOwnTest(page: Page): Promise<OwnLesson> {
  const own = await createOwnLesson(new URL(page.url()).origin, [textSlide('One plant')])
  const { api, token, courseId } = own
  const ask = (route: string, body?: unknown) => api.call(route, { token, body })
  await ask(`PATCH /admin/courses/${courseId}/test`, { questionCount: 2 })
  for (const [prompt, difficulty] of [
    ['How hot is the water for green tea?', 'EASY'],
    ['Which tea is oxidised for the longest time?', 'MEDIUM'],
    ['Why does tea turn bitter?', 'HARD'],
  ] as const)
    await ask('POST /admin/questions', { ...question(prompt, difficulty), courseId })
  await ask(`POST /admin/courses/${courseId}/test/publish`)
  await ask('POST /admin/questions', { ...question('What is a second flush?', 'HARD'), courseId })
  return own
}

/** The test of a course of the demo author: a pool that is too small, with a draft. */
export async function openOwnTest(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  const { courseId } = await createOwnTest(page)
  await page.goto(`${origin}/studio/courses/${courseId}/test`)
  await page.locator('section[aria-labelledby=pool] [data-list-item]').nth(3).waitFor()
}

export async function openEmptyTest(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  const { courseId } = await createOwnLesson(origin, [textSlide('One plant')])
  await page.goto(`${origin}/studio/courses/${courseId}/test`)
  await page.locator('section[aria-labelledby=pool] [role=progressbar]').waitFor()
}

export async function openTestBank(page: Page): Promise<void> {
  await openEmptyTest(page)
  await page.locator('section[aria-labelledby=pool] button').last().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=checkbox]').first().check()
}

export async function openExampleTest(page: Page): Promise<void> {
  await openOwnTest(page)
  await page.locator('section[aria-labelledby=pool] button').first().click()
  await page.getByRole('dialog').locator('ol li').nth(1).waitFor()
}

/** Earlier rules of the test of a course. */
export async function openTestHistory(page: Page): Promise<void> {
  await openOwnTest(page)
  await page.locator('section[aria-labelledby=rules] button:has(svg.lucide-history)').click()
  await page.locator('[role=dialog] li button').first().click()
  await page.locator('[role=dialog] li section').first().waitFor()
}
