import { afterAll, beforeEach, describe, expect } from 'bun:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { findViolations } from '../harness/axe.ts'
import { completion, startTestLlm, type TestLlm } from '../harness/external-services/llm.ts'
import { browserTest, browserTestbed, pressOn } from './browser-testbed.ts'
import { type BrowserLearner, newLearner } from './learner-account.ts'

// The roadmap of a learner and the step of the welcome that shows it. Skipped without a browser.

let llm: TestLlm
const bed = browserTestbed(async () => {
  llm = startTestLlm()
  return llm.settings
})
afterAll(() => llm?.stop())
/** A model that changes nothing. */
beforeEach(() => {
  if (llm) llm.script = [() => completion({ foundationPaths: [], specializationPaths: [] })]
})

const BASICS = 'blockchain basics'
const HTML_SKILLS = ['html', 'css', 'accessibility', 'responsive design', 'semantic html']
/** Two subjects: with a free course behind courses that need Premium. */
const TWO_SUBJECTS = 'Solidity and javascript developer'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const nextStep = (page: Page) => page.getByRole('region', { name: 'Your next step' })
/** The courses on the way, each as its texts in the order of reading. */
const rows = async (page: Page) => {
  await page.locator('main ol ol > li').first().waitFor()
  const texts = await page.locator('main ol ol > li').allInnerTexts()
  return texts.map((text) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  )
}

/** Quarter hours in English. */
function timeText(hours: number): string {
  if (hours >= 10) return `${Math.ceil(hours)} hr`
  const [whole, minutes] = [Math.floor(hours), (hours % 1) * 60]
  return [whole > 0 && `${whole} hr`, minutes > 0 && `${minutes} min`].filter(Boolean).join(' ')
}

/** A learner with a goal. */
async function withGoal(careerGoal: string, done = 0): Promise<BrowserLearner> {
  const learner = await newLearner(bed.service.url, BASICS, done)
  await setGoal(learner, careerGoal)
  return learner
}

async function setGoal({ api, user }: BrowserLearner, careerGoal: string): Promise<void> {
  const body = { careerGoal }
  expect((await api.call('POST /learning-path/roadmap', { token: user.accessToken, body })).status).toBe(201)
}

async function roadmapOf({ api, user }: BrowserLearner) {
  const token = user.accessToken
  return (await api.call('GET /learning-path/roadmap/me', { token })).body.data.roadmap
}

/** The answers of the learner prove these skills. */
async function master({ user }: BrowserLearner, skills: string[]): Promise<void> {
  await bed.service.test.database.query`
    insert into skill_mastery (user_id, skill, rating, answers, last_answered_at)
    select ${user.id}, skill, 1200, 12, now() from unnest(${skills}::text[]) as skill`
}

/** As if an author had archived the last lesson of a course before the learner completed it. */
async function reopenCourse({ user, courseId }: BrowserLearner): Promise<void> {
  await bed.service.test.database.query`
    update enrollment set completed_at = null where user_id = ${user.id} and course_id = ${courseId}`
}

/** Done, skipped, next with Premium, and free after that. */
async function withEverything(): Promise<BrowserLearner> {
  const learner = await newLearner(bed.service.url, BASICS, 99)
  await master(learner, HTML_SKILLS)
  await setGoal(learner, TWO_SUBJECTS)
  return learner
}

describe('the roadmap', () => {
  browserTest('every course has its number, state, hours, Premium mark and reason, in order', async () => {
    const learner = await withGoal('Smart contract developer', 1)
    const { lessonIds } = learner
    const { courses, remainingHours } = await roadmapOf(learner)
    const page = await bed.openAs(learner.user, '/roadmap')
    expect(await rows(page)).toEqual([
      [
        '1',
        'Blockchain basics',
        'In progress',
        `1 of ${lessonIds.length} lessons`,
        timeText(courses[0].hours),
        courses[0].reason,
      ],
      ...courses
        .slice(1)
        .map((course: { title: string; hours: number; reason: string }) => [
          course.title,
          'Later',
          timeText(course.hours),
          'Premium',
          'Locked: this course needs Premium',
          course.reason,
        ]),
    ])
    expect(courses[0].reason).toStartWith('In this course you learn “blockchain”')
    expect(courses[1].reason).toContain('which fits your goal')
    await page.getByText(`About ${timeText(remainingHours)} left to your goal`).waitFor()
    await page.getByText(`0 of ${courses.length} courses finished`).waitFor()
    // The reason of each path is above its courses.
    await page.getByText('It prepares you for “Blockchain developer”.').waitFor()
    expect(await page.getByRole('progressbar', { name: 'Progress in Blockchain basics' }).count()).toBe(2)
  })

  browserTest('the course that the next step is in is marked as next before it is begun', async () => {
    const { user } = await withGoal('Web developer')
    const page = await bed.openAs(user, '/roadmap')
    expect((await rows(page)).map((row) => row.slice(0, 3))).toEqual([
      ['1', 'HTML and CSS', 'Next'],
      ['2', 'JavaScript essentials', 'Later'],
    ])
  })

  browserTest('the next step continues with the next lesson by keyboard', async () => {
    const { user, lessonIds } = await withGoal('Smart contract developer', 1)
    const page = await bed.openAs(user, '/roadmap')
    await nextStep(page).getByText('Blockchain basics').waitFor()
    await pressOn(page, nextStep(page).getByRole('link', { name: 'Continue' }))
    await page.waitForURL(`**/lesson/${lessonIds[1]}`)
  })

  browserTest('the first lesson of a course is started by one press, which enrolls the learner', async () => {
    const learner = await withGoal('Smart contract developer')
    const { user, api, courseId, lessonIds } = learner
    const page = await bed.openAs(user, '/roadmap')
    await pressOn(page, nextStep(page).getByRole('button', { name: 'Start the lesson' }))
    await page.waitForURL(`**/lesson/${lessonIds[0]}`)
    const course = await api.call(`GET /course/${courseId}`, { token: user.accessToken })
    expect(course.body.data.isEnrolled).toBe(true)
  })

  browserTest(
    'a completed course stays on the way, a mastered one is named with its skills, and Premium is offered with a free way',
    async () => {
      const learner = await withEverything()
      const page = await bed.openAs(learner.user, '/roadmap')
      expect((await rows(page)).map((row) => row.slice(0, 3))).toEqual([
        ['Blockchain basics', 'Completed'],
        ['Smart contracts with Solidity', 'Next', expect.any(String)],
        ['Web3 security', 'Later', expect.any(String)],
        ['4', 'JavaScript essentials', 'Later'],
      ])
      await page.getByText('1 of 4 courses finished').waitFor()
      const skipped = page.getByRole('region', { name: 'You can skip these' })
      await skipped.getByRole('link', { name: 'HTML and CSS' }).waitFor()
      await skipped
        .getByText(
          'You already know “html”, “css”, “accessibility”, “responsive design” and “semantic html”.',
        )
        .waitFor()
      await page.getByText('You already know what its courses teach.').waitFor()
      expect(await skipped.innerText()).toContain('You already have the skills that they teach.')
      await skipped.getByText(/^Saves you about \d/).waitFor()
      await nextStep(page).getByRole('heading', { name: 'Smart contracts with Solidity' }).waitFor()
      await nextStep(page).getByText('The next course needs Premium').waitFor()
      expect(await nextStep(page).getByRole('link', { name: 'See Premium' }).getAttribute('href')).toBe(
        '/premium',
      )
      await pressOn(page, page.getByRole('button', { name: 'Go on for free: JavaScript essentials' }))
      await page.waitForURL('**/lesson/*')
      expect((await roadmapOf(learner)).courses.at(-1).completedLessons).toBe(0)
    },
  )

  browserTest('a course and a path open by keyboard, and a link is named by its title alone', async () => {
    const { user, courseId } = await withGoal('Smart contract developer')
    const page = await bed.openAs(user, '/roadmap')
    await pressOn(page, page.getByRole('link', { name: 'Blockchain basics', exact: true }))
    await page.waitForURL(`**/learn/${courseId}`)
    await page.goBack()
    await pressOn(page, page.getByRole('link', { name: 'Blockchain foundations', exact: true }))
    await page.waitForURL('**/learn/paths/*')
  })

  browserTest('a path that only repeats courses and adds a mastered one says so', async () => {
    const learner = await withGoal('Web developer')
    const { courses } = await roadmapOf(learner)
    await master(learner, courses.at(-1).skills)
    const page = await bed.openAs(learner.user, '/roadmap')
    expect((await rows(page)).map((row) => row[1])).toEqual(['HTML and CSS'])
    expect(await page.locator('main').innerText()).toContain('It needs no courses beyond those above.')
  })

  browserTest(
    'a roadmap of mastered courses says that nothing is left, and not that they are completed',
    async () => {
      const learner = await withGoal('understand bitcoin and crypto wallets')
      await master(learner, (await roadmapOf(learner)).courses[0].skills)
      const page = await bed.openAs(learner.user, '/welcome?step=roadmap')
      await page.getByText('You already know what its courses teach.').waitFor()
      expect(await page.getByText(/\b0 (courses|min)/).count()).toBe(0)
      await page.goto(`${bed.service.url}/roadmap`)
      await page.getByRole('link', { name: 'Set a new goal' }).waitFor()
      expect(await page.getByText('You already have all the skills of your roadmap.').count()).toBe(1)
      expect(await page.getByText(/\b0 (of 0|min)/).count()).toBe(0)
    },
  )

  browserTest('a course without an open lesson leads to its last lesson, without a time', async () => {
    const learner = await withGoal('understand bitcoin and crypto wallets', 99)
    await reopenCourse(learner)
    const page = await bed.openAs(learner.user, '/roadmap')
    const next = nextStep(page).getByRole('link', { name: 'Continue' })
    await next.waitFor()
    expect(await page.getByText(/\b0 min/).count()).toBe(0)
    await pressOn(page, next)
    await page.waitForURL(`**/lesson/${learner.lessonIds.at(-1)}`)
  })

  browserTest('the free way leads past a course without an open lesson', async () => {
    const learner = await withEverything()
    await reopenCourse(learner)
    expect((await roadmapOf(learner)).courses[0].id).toBe(learner.courseId)
    const page = await bed.openAs(learner.user, '/roadmap')
    await nextStep(page).getByRole('heading', { name: 'Smart contracts with Solidity' }).waitFor()
    await page.getByRole('button', { name: 'Go on for free: JavaScript essentials' }).waitFor()
  })

  browserTest('a finished roadmap says so and leads to a new goal', async () => {
    const { user } = await withGoal('understand bitcoin and crypto wallets', 99)
    const page = await bed.openAs(user, '/roadmap')
    await page.getByRole('heading', { name: 'You completed all courses of your roadmap.' }).waitFor()
    await page.getByText('1 of 1 course finished').waitFor()
    expect(await page.getByText(/left/).count()).toBe(0)
    await page.getByRole('link', { name: 'Set a new goal' }).click()
    await page.getByLabel('My goal').waitFor()
  })

  browserTest('a goal without a path says so', async () => {
    const learner = await withGoal('airline pilot')
    const page = await bed.openAs(learner.user, '/roadmap')
    await page.getByText('No learning path fits this goal yet.').waitFor()
    const { remainingHours } = await roadmapOf(learner)
    await page.getByText(`About ${timeText(remainingHours)} left`, { exact: true }).waitFor()
    // The goal is not at the end of a way that does not lead there.
    expect(await page.getByText('Your goal: airline pilot').count()).toBe(1)
    await setGoal(learner, 'Web developer')
    await page.reload()
    await page.getByText(/left to your goal$/).waitFor()
    expect(await page.getByText('Your goal: Web developer').count()).toBe(2)
    expect(await page.getByText('No learning path fits this goal yet.').count()).toBe(0)
  })

  browserTest('the goal is changed from the goal of before', async () => {
    const learner = await withGoal('Smart contract developer')
    const page = await bed.openAs(learner.user, '/roadmap')
    await pressOn(page, page.getByRole('link', { name: 'Change my goal' }))
    const field = page.getByLabel('My goal')
    await field.waitFor()
    expect(await field.inputValue()).toBe('Smart contract developer')
    await field.fill('Web developer')
    await field.press('Enter')
    await heading(page, 'Your roadmap').waitFor()
    await page.getByText('Your goal: Web developer').first().waitFor()
    expect((await rows(page)).map((row) => row[1])).toEqual(['HTML and CSS', 'JavaScript essentials'])
    await page.getByRole('link', { name: 'Change my goal' }).click()
    expect(await field.inputValue()).toBe('Web developer')
    // A goal that was set on another device is the newer one.
    await setGoal(learner, 'Data analyst')
    await page.goto(`${bed.service.url}/roadmap`)
    await page.getByRole('link', { name: 'Change my goal' }).click()
    await field.waitFor()
    expect(await field.inputValue()).toBe('Data analyst')
  })
})

describe('the reasons of a roadmap', () => {
  browserTest('reasons follow the language of the account without a reload', async () => {
    const { user } = await withGoal('Smart contract developer')
    const page = await bed.openAs(user, '/roadmap')
    await page.getByText('It prepares you for “Blockchain developer”.').waitFor()
    // The router navigates in the page: the roadmap in English is still in the cache.
    await page.getByRole('link', { name: 'Me', exact: true }).filter({ visible: true }).first().click()
    await page.waitForURL('**/me')
    await page.getByRole('link', { name: 'Settings', exact: true }).filter({ visible: true }).first().click()
    await page.waitForURL('**/settings')
    await page
      .getByRole('link', { name: /Language and time/ })
      .first()
      .click()
    await page.waitForURL('**/settings/language')
    const [saved] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'PATCH'),
      page.getByRole('radio', { name: 'العربية' }).click({ force: true }),
    ])
    expect(saved.status()).toBe(200)
    for (let back = 0; back < 3; back++) await page.goBack()
    await page.waitForURL('**/roadmap')
    await page.getByText('يهيّئك هذا المسار لمسار «Blockchain developer».').waitFor()
    await page.getByText(/^في هذه الدورة تتعلّم/).waitFor()
  })

  browserTest(
    'the screen shows the order and the reasons of the model as soon as it has written them',
    async () => {
      const answered = Promise.withResolvers<void>()
      llm.script = [
        async () => {
          await answered.promise
          return completion({
            foundationPaths: [],
            specializationPaths: [
              { number: 2, reason: 'It comes first for you.' },
              { number: 1, reason: 'It comes second for you.' },
            ],
          })
        },
      ]
      const learner = await withGoal(TWO_SUBJECTS)
      const page = await bed.openAs(learner.user, '/roadmap')
      await page.getByRole('status').filter({ hasText: 'We are still putting the paths' }).waitFor()
      const paths = async () =>
        (await page.locator('main ol h3').allInnerTexts()).map((text) => text.split('\n')[0]!.trim())
      const before = await paths()
      expect(before).toHaveLength(4)
      expect(await page.getByText('A language model').count()).toBe(0)
      answered.resolve()
      await page.getByText('It comes first for you.').waitFor()
      // It may have left the reasons as they were.
      expect(await page.getByText(/^A language model/).innerText()).toBe(
        'A language model helped to choose this order.',
      )
      expect(await paths()).toEqual([...before.slice(0, 2), before[3]!, before[2]!])
      expect(await page.getByText('We are still putting the paths').count()).toBe(0)
    },
  )
})

describe('the states of the roadmap', () => {
  browserTest('without a goal the screen asks for one', async () => {
    const { user } = await newLearner(bed.service.url, BASICS, 0)
    const page = await bed.openAs(user, '/roadmap')
    await heading(page, 'Where do you want to go?').waitFor()
    await page.getByRole('link', { name: 'Set my goal' }).waitFor()
  })

  browserTest('a slow answer shows that the screen loads, and a failed one can be repeated', async () => {
    const { user } = await withGoal('Web developer')
    const page = await bed.openAs(user, '/learn')
    const release = Promise.withResolvers<void>()
    await page.route('**/learning-path/roadmap/me', async (route) => {
      await release.promise
      await route.fulfill({
        status: 500,
        json: { success: false, error: { code: 'INTERNAL_ERROR', message: 'Broken.', requestId: 'r-17' } },
      })
    })
    await page.getByRole('link', { name: 'Your roadmap' }).filter({ visible: true }).first().click()
    await page.locator('main').getByText('Loading').first().waitFor({ state: 'attached' })
    release.resolve()
    await page.getByRole('alert').getByRole('heading', { level: 1 }).waitFor()
    await page.unroute('**/learning-path/roadmap/me')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Your goal: Web developer').first().waitFor()
  })

  browserTest('without a connection the screen says so', async () => {
    const { user } = await withGoal('Web developer')
    const page = await bed.openAs(user, '/learn')
    await page.route('**/learning-path/roadmap/me', (route) => route.abort('internetdisconnected'))
    await page.getByRole('link', { name: 'Your roadmap' }).filter({ visible: true }).first().click()
    await heading(page, 'We cannot reach the service').waitFor()
    await page.unroute('**/learning-path/roadmap/me')
    await page.getByRole('button', { name: 'Try again' }).click()
    await heading(page, 'Your roadmap').waitFor()
  })
})

describe('the look of the roadmap', () => {
  const LOOKS: [string, string, BrowserContextOptions][] = [
    ['a phone in light', 'en', { viewport: { width: 360, height: 740 }, colorScheme: 'light' }],
    ['a phone in dark, in Arabic', 'ar', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
    ['a narrow window, in French', 'fr', { viewport: { width: 320, height: 640 }, colorScheme: 'dark' }],
    ['a wide screen, in Arabic', 'ar', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }],
  ]
  for (const [name, language, options] of LOOKS)
    browserTest(`${name} has no accessibility violation and nothing beside the page`, async () => {
      const { user, api } = await withEverything()
      await api.call('PATCH /user/profile', { token: user.accessToken, body: { language } })
      for (const path of ['/roadmap', '/welcome?step=roadmap']) {
        const page = await bed.openAs(user, path, { ...options, locale: language })
        await page.locator('main ol ol > li').first().waitFor()
        const found = await findViolations(page)
        const isTooWide = await page.evaluate<boolean>(
          'document.documentElement.scrollWidth > document.documentElement.clientWidth',
        )
        expect([path, found, isTooWide]).toEqual([path, [], false])
        const direction = await page.evaluate<string>('document.documentElement.dir')
        expect([path, direction]).toEqual([path, language === 'ar' ? 'rtl' : 'ltr'])
      }
    })
})

describe('the roadmap in the welcome', () => {
  browserTest('it shows the courses with their hours and reasons, without links', async () => {
    const learner = await withGoal('Web developer')
    const page = await bed.openAs(learner.user, '/welcome?step=roadmap')
    await heading(page, 'Your roadmap is ready').waitFor()
    const { courses } = await roadmapOf(learner)
    const shown = await rows(page)
    expect(shown.map(([number, title, , , reason]) => [number, title, reason])).toEqual(
      courses.map((course: { title: string; reason: string }, index: number) => [
        `${index + 1}`,
        course.title,
        course.reason,
      ]),
    )
    await page.getByText(/^2 courses · About \d.* left$/).waitFor()
    expect(await page.locator('main ol a').count()).toBe(0)
    await page.getByRole('button', { name: 'Continue' }).waitFor()
  })
})
