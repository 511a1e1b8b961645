import type { Page } from 'playwright-core'
import type { BrowserLearner } from './learner-account.ts'

/** The viewer of a screen. */
export type Viewer = 'visitor' | 'newcomer' | 'learner' | 'finisher' | 'author' | 'admin'

export interface Screen {
  name: string
  viewer: Viewer
  path: (learner: BrowserLearner) => string
  /** The steps until the screen is visible. */
  prepare?: (page: Page) => Promise<void>
}

const lesson =
  (index: number) =>
  ({ lessonIds }: BrowserLearner) =>
    `/lesson/${lessonIds[index]}`

/** Advances, with right or wrong answers, until an element of the slide is visible. */
async function playUntil(page: Page, selector: string): Promise<void> {
  for (let slide = 0; slide < 40; slide++) {
    await page.locator('main h1').waitFor()
    if ((await page.locator(selector).count()) > 0) return
    if ((await page.locator('kbd').count()) > 0 && (await page.locator('footer section').count()) === 0)
      await page.keyboard.press('1')
    const before = await page.locator('main h1').textContent()
    await page.keyboard.press('Enter')
    // The content security policy forbids `eval`, which the wait function of the browser driver needs.
    for (let tries = 0; tries < 20; tries++) {
      if ((await page.locator('main h1').textContent()) !== before) break
      await Bun.sleep(25)
    }
  }
  throw new Error(`No slide has ${selector}.`)
}

async function answerQuestion(page: Page, option: string): Promise<void> {
  await playUntil(page, 'kbd')
  await page.keyboard.press(option)
  await page.locator('footer section').waitFor()
}

/**
 * Every screen of the applications, for screenshots and the accessibility check. A new screen needs a new
 * line.
 */
export const SCREENS: Screen[] = [
  { name: 'landing', viewer: 'visitor', path: () => '/' },
  {
    name: 'landing-answered',
    viewer: 'visitor',
    path: () => '/',
    prepare: (page) =>
      page
        .getByRole('button', { name: /stored hash|2/ })
        .first()
        .click(),
  },
  { name: 'courses', viewer: 'visitor', path: () => '/courses' },
  { name: 'courses-empty', viewer: 'visitor', path: () => '/courses?q=zzzz' },
  { name: 'public-course', viewer: 'visitor', path: ({ courseId }) => `/courses/${courseId}` },
  { name: 'paths', viewer: 'visitor', path: () => '/paths' },
  {
    name: 'public-path',
    viewer: 'visitor',
    path: () => '/paths',
    prepare: (page) => openFirst(page, '/paths/'),
  },
  { name: 'leaderboards', viewer: 'visitor', path: () => '/leaderboards' },
  { name: 'public-profile', viewer: 'visitor', path: ({ user }) => `/u/${user.username}` },
  { name: 'try-lesson', viewer: 'visitor', path: ({ lessonIds }) => `/try/${lessonIds[0]}` },
  {
    name: 'try-offer',
    viewer: 'visitor',
    path: ({ lessonIds }) => `/try/${lessonIds[0]}`,
    prepare: (page) => playUntil(page, 'a[href^="/sign-up"]'),
  },
  { name: 'sign-in', viewer: 'visitor', path: () => '/sign-in' },
  {
    name: 'sign-in-code',
    viewer: 'visitor',
    path: () => '/sign-in',
    prepare: (page) => page.getByRole('tab').nth(1).click(),
  },
  { name: 'sign-up', viewer: 'visitor', path: () => '/sign-up' },
  { name: 'not-found', viewer: 'visitor', path: () => '/no/such/page' },
  { name: 'today-newcomer', viewer: 'newcomer', path: () => '/' },
  { name: 'today', viewer: 'learner', path: () => '/' },
  { name: 'catalogue', viewer: 'learner', path: () => '/learn' },
  { name: 'catalogue-empty', viewer: 'learner', path: () => '/learn?q=zzzz' },
  { name: 'course', viewer: 'learner', path: ({ courseId }) => `/learn/${courseId}` },
  { name: 'lesson-text', viewer: 'learner', path: lesson(2) },
  { name: 'lesson-question', viewer: 'learner', path: lesson(2), prepare: (page) => playUntil(page, 'kbd') },
  {
    name: 'lesson-feedback-1',
    viewer: 'learner',
    path: lesson(2),
    prepare: (page) => answerQuestion(page, '1'),
  },
  {
    name: 'lesson-feedback-2',
    viewer: 'learner',
    path: lesson(2),
    prepare: (page) => answerQuestion(page, '2'),
  },
  {
    name: 'lesson-flashcard',
    viewer: 'learner',
    path: lesson(1),
    prepare: (page) => playUntil(page, 'button[aria-expanded]'),
  },
  { name: 'lesson-leave', viewer: 'learner', path: lesson(2), prepare: leaveLesson },
  { name: 'lesson-error', viewer: 'learner', path: () => '/lesson/019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d' },
  { name: 'lesson-summary', viewer: 'finisher', path: lesson(2), prepare: finishLesson },
  { name: 'me', viewer: 'learner', path: () => '/me' },
  { name: 'me-language', viewer: 'learner', path: () => '/me', prepare: (page) => openSheet(page, 0) },
  { name: 'studio', viewer: 'author', path: () => '/studio' },
  { name: 'console', viewer: 'admin', path: () => '/console' },
  { name: 'console-refused', viewer: 'learner', path: () => '/console' },
]

async function openFirst(page: Page, address: string): Promise<void> {
  await page.locator(`main a[href^="${address}"]`).first().click()
  await page.waitForURL(`**${address}*`)
}

async function leaveLesson(page: Page): Promise<void> {
  await page.locator('main h1').waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').waitFor()
}

async function openSheet(page: Page, row: number): Promise<void> {
  await page.locator('main button').nth(row).click()
  await page.getByRole('dialog').waitFor()
}

/** Each theme has its own learner, so that the lesson is always completed for the first time. */
async function finishLesson(page: Page): Promise<void> {
  await playUntil(page, 'dl')
}
