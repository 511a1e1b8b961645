import type { Page } from 'playwright-core'
import { type ApiClient, createClient } from '../harness/api-client.ts'

export const AUTHOR = { email: 'author@lyceum.local', password: 'author-demo-1' }

/** A lesson of the demo author. */
export interface OwnLesson {
  api: ApiClient
  token: string
  courseId: string
  lessonId: string
  /** Its address in the studio. */
  path: string
}

export const textSlide = (title: string, content = 'Leaves and water.') => ({
  type: 'TEXT_WITH_IMAGE',
  title,
  content,
})

/** A new course of the demo author, with one lesson. */
export async function createOwnLesson(url: string, slides: object[]): Promise<OwnLesson> {
  const api = createClient(url)
  const signedIn = await api.call('POST /auth/login', { body: AUTHOR })
  const token: string = signedIn.body.data.accessToken
  const course = await api.call('POST /admin/courses', {
    token,
    body: {
      title: `Tea ${Bun.randomUUIDv7().slice(-6)}`,
      description: 'Leaves and water.',
      category: 'BLOCKCHAIN',
      level: 'BEGINNER',
    },
  })
  const courseId: string = course.body.data.id
  const lesson = await api.call(`POST /admin/courses/${courseId}/lessons`, {
    token,
    body: { title: 'Green and black', xpReward: 10, gemReward: 0, slides },
  })
  const lessonId: string = lesson.body.data.id
  return { api, token, courseId, lessonId, path: `/studio/courses/${courseId}/lessons/${lessonId}` }
}

/** Slides of several kinds, for pictures of the editor. */
export const MIXED_SLIDES = [
  textSlide(
    'One plant',
    'Green and black tea come from **one plant**.\n\n- Green tea is steamed\n- Black tea is oxidised',
  ),
  {
    type: 'QUIZ',
    question: {
      prompt: 'How hot is the water for green tea?',
      options: ['70 to 80 °C', '100 °C', '40 °C'],
      correctIndex: 0,
      explanation: 'Boiling water makes it bitter.',
      optionFeedback: ['', 'That burns the leaves.', ''],
    },
  },
  {
    type: 'QUIZ',
    question: { type: 'ORDER', prompt: 'Put the steps in order.', items: ['Boil', 'Pour', 'Wait'] },
  },
  {
    type: 'CODE',
    title: 'Count the cups',
    content: 'console.log(1 + 2)',
    language: 'javascript',
    runnable: true,
  },
]

/** Opens a new lesson of the author in the studio. */
export async function openOwnLesson(page: Page): Promise<OwnLesson> {
  const { origin } = new URL(page.url())
  const lesson = await createOwnLesson(origin, MIXED_SLIDES)
  await page.goto(origin + lesson.path)
  await page.locator('main .rich-text').waitFor()
  return lesson
}

/** Opens a slide of a new lesson. On a phone the slides are in a sheet. */
export async function openOwnSlide(page: Page, index: number): Promise<void> {
  await openOwnLesson(page)
  const slides = page.locator('main button:has(svg.lucide-panel-left)')
  if (await slides.isVisible()) await slides.click()
  await page.locator('[data-list-item]').filter({ visible: true }).nth(index).click()
  await page.locator('textarea[name=prompt]').waitFor()
}

export async function openLessonSettings(page: Page): Promise<void> {
  await openOwnLesson(page)
  await page.locator('header button:has(svg.lucide-settings-2)').click()
  await page.getByRole('dialog').waitFor()
}

/** Learners see an earlier version of the lesson. */
export async function openChangedLesson(page: Page): Promise<void> {
  const { api, token, lessonId } = await openOwnLesson(page)
  await api.call(`POST /admin/lessons/${lessonId}/publish`, { token })
  await api.call(`PATCH /admin/lessons/${lessonId}`, { token, body: { title: 'Black and green' } })
  await page.reload()
  await page.locator('header svg.lucide-circle-dot').filter({ visible: true }).waitFor()
}

/** What the last publication has changed. */
export async function openLessonHistory(page: Page): Promise<void> {
  await openChangedLesson(page)
  await page.locator('header button:has(svg.lucide-settings-2)').click()
  await page.getByRole('dialog').locator('button:has(svg.lucide-history)').click()
  await page.locator('[role=dialog] li button').first().click()
  await page.locator('[role=dialog] li section').first().waitFor()
}

/** Another version is saved while the author types. */
export async function openLessonConflict(page: Page): Promise<void> {
  const { api, token, lessonId } = await openOwnLesson(page)
  await api.call(`PATCH /admin/lessons/${lessonId}`, {
    token,
    body: { title: 'Black and green', slides: [textSlide('Another heading')] },
  })
  await page.locator('input[name=title]').fill('My heading')
  await page.locator('main fieldset input[type=radio]').first().waitFor()
}

/** Opens a lesson that is not published by its preview link, as a visitor. */
export async function openPreviewLink(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  const { api, token, lessonId } = await createOwnLesson(origin, MIXED_SLIDES)
  const link = await api.call(`POST /admin/lessons/${lessonId}/preview-link`, { token, body: { days: 1 } })
  await page.goto(`${origin}/preview/${link.body.data.token}`)
  await page.getByRole('heading', { name: 'One plant' }).waitFor()
}

/** A slide with formulas in a line, on a line of its own and in a table, beside amounts of money. */
const FORMULAS = textSlide(
  'The area of a cup',
  'A cup of $5 and one of $6 have the area $A = \\pi r^2$, with $r$ for the radius.\n\n$$\\int_0^r 2 \\pi x \\, dx = \\pi r^2$$\n\n| radius | area |\n|---|---|\n| $\\frac{1}{2}$ | $\\frac{\\pi}{4}$ |',
)

/** A lesson with formulas as a learner sees it. */
export async function openFormulas(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  const { api, token, lessonId } = await createOwnLesson(origin, [FORMULAS])
  const link = await api.call(`POST /admin/lessons/${lessonId}/preview-link`, { token, body: { days: 1 } })
  await page.goto(`${origin}/preview/${link.body.data.token}`)
  await page.locator('math[display=block]').waitFor()
}

/** The formulas of a slide in the editor, and the dialog of one of them. */
export async function openFormulaDialog(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  const { path } = await createOwnLesson(origin, [FORMULAS])
  await page.goto(origin + path)
  await page.locator('main .rich-text-math').first().dblclick()
  await page.getByRole('dialog').locator('math').waitFor()
}
