import { afterAll, describe, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page, Worker } from 'playwright-core'
import webPush from 'web-push'
import { findBrowser } from '../harness/browser.ts'
import { startTestPushService } from '../harness/external-services/push-service.ts'
import { giveGems } from '../harness/give-gems.ts'
import { reportMeasurement } from '../harness/report-measurement.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { browserTestbed } from './browser-testbed.ts'
import { endSessionDuringRendering } from './end-session.ts'
import { newLearner, newReviewer, signInBrowser } from './learner-account.ts'
import {
  deleteView,
  hasStored,
  storedKeys,
  storedResponses,
  storedView,
  viewStoredAt,
  waitingCards,
} from './offline-store.ts'
import { playLesson } from './play-lesson.ts'

// The learner app without a connection, its outbox, its updates and pushes, in a real browser.

const keys = webPush.generateVAPIDKeys()
const pushService = startTestPushService(keys.publicKey)
const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-offline-'))

const executablePath = findBrowser({ hasNotifications: true })
const browserTest = test.skipIf(!executablePath)

// A test changes the worker, so the build is a copy.
const builds = join(dataDir, 'web')
const sharedBuilds = process.env.LYCEUM_TEST_WEB_BUILD
if (sharedBuilds) cpSync(sharedBuilds, builds, { recursive: true })

const testbed = browserTestbed(
  async () => ({
    DATA_DIR: dataDir,
    WEB_BUILD_DIR: builds,
    WEB_PUSH_PUBLIC_KEY: keys.publicKey,
    WEB_PUSH_PRIVATE_KEY: keys.privateKey,
    WEB_PUSH_SUBJECT: 'mailto:ops@lyceum.example',
    WEB_PUSH_ORIGINS: pushService.url,
  }),
  executablePath,
)
// After the testbed has stopped its service.
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
testbed.allowedErrors.push(/WebSocket connection|ERR_INTERNET_DISCONNECTED|ERR_FAILED/)

const PHONE = { viewport: { width: 390, height: 844 }, serviceWorkers: 'allow' } as const
const DAY_MS = 86_400_000

/** A short visit: nothing happens that would begin a second later. */
const SHORT_VISIT = `{
  const wait = setTimeout
  setTimeout = (work, ms, ...rest) => (ms >= 1000 ? 0 : wait(work, ms, ...rest))
}`

const hasFiles = (page: Page) =>
  page.evaluate<boolean>(
    `caches.keys().then(async (names) => !!navigator.serviceWorker.controller && names.some((name) => name.startsWith('lyceum-files-')))`,
  )
const waiting = async (page: Page) =>
  Number(await page.locator('[data-waiting]').getAttribute('data-waiting'))

/** A learner whose browser has stored everything for a day without a connection. */
async function prepared(done: number, context?: BrowserContext) {
  const learner = await newLearner(testbed.service.url, 'blockchain basics', done)
  if (done === 0)
    await learner.api.call(`POST /user-courses/enroll/${learner.courseId}`, {
      token: learner.user.accessToken,
    })
  const opened = context ?? (await testbed.newContext(PHONE))
  await signInBrowser(opened, testbed.service.url, learner.user)
  const page = await testbed.open(opened, '/')
  await waitUntil(async () => (await hasFiles(page)) && (await hasStored(page, learner.lessonIds.length)))
  return { learner, context: opened, page }
}

/** Answers the open review offline: nothing is graded, and no solution is shown. */
async function answerCard(page: Page): Promise<void> {
  const isFlashcard = (await page.locator('main form').count()) === 0
  if (isFlashcard) await page.keyboard.press('Enter')
  await page.keyboard.press('1')
  if (isFlashcard) return
  if (await page.getByText('Choose all that are right.').isVisible()) await page.keyboard.press('Enter')
  await page.getByText('It is graded when you are online.').waitFor()
  expect(await page.getByText(/^(Exactly right|Not quite)/).count()).toBe(0)
  await page.keyboard.press('Enter')
  await page.getByText('It is graded when you are online.').waitFor({ state: 'detached' })
}

/** An answer that the service accepts for a question of the review. */
const anyAnswer = ({ type }: { type: string }) =>
  type === 'SINGLE_CHOICE' ? { selectedOption: 0 } : { selectedOptions: [0] }

async function clickNotification(worker: Worker): Promise<void> {
  await worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration
      dispatchEvent(event: Event): boolean
    }
    const [notification] = await scope.registration.getNotifications()
    const NotificationEventOf = Reflect.get(globalThis, 'NotificationEvent')
    scope.dispatchEvent(new NotificationEventOf('notificationclick', { notification }))
  })
}

describe('push messages', () => {
  browserTest(
    'the first lesson ends with a badge and an offer of pushes; a click on a push opens its screen',
    async () => {
      const { subscription } = pushService.subscribe()
      const context = await testbed.newContext({ ...PHONE, permissions: ['notifications'] })
      // A browser in a container reaches no push service, so the subscription is the one of the test service.
      await context.addInitScript(`{
      const subscription = { toJSON: () => (${subscription}), unsubscribe: async () => { sessionStorage.removeItem('pushed'); return true } }
      PushManager.prototype.subscribe = async (options) => { sessionStorage.setItem('pushed', options.applicationServerKey); return subscription }
      PushManager.prototype.getSubscription = async () => (sessionStorage.getItem('pushed') ? subscription : null)
    }`)
      const { learner, page } = await prepared(0, context)
      await page.goto(`${testbed.service.url}/lesson/${learner.lessonIds[0]}`)
      await playLesson(page, { ending: page.getByText('Lesson complete!', { exact: true }) })
      await page.getByRole('region', { name: 'New badges' }).getByText('First Steps').waitFor()
      expect(await page.evaluate<string | null>(`sessionStorage.getItem('pushed')`)).toBeNull()
      await page.getByRole('button', { name: 'Remind me' }).click()
      await page.getByText('You get push messages on this device.').waitFor()
      expect(await page.evaluate<string | null>(`sessionStorage.getItem('pushed')`)).toBe(keys.publicKey)

      const { service } = testbed
      const body = { email: 'admin@lyceum.local', password: 'admin-demo-1' }
      const { accessToken: token } = (await service.call('POST /auth/login', { body })).body.data
      await service.call(`POST /admin/users/${learner.user.id}/notifications`, {
        token,
        body: { title: 'Hello', body: 'There is news.' },
      })
      await waitUntil(() => pushService.received.some(({ payload }) => payload.title === 'Hello'))
      expect(pushService.violations).toEqual([])
      const { payload } = pushService.received.find((push) => push.payload.title === 'Hello')!

      const worker = context.serviceWorkers()[0]!
      const titles = await worker.evaluate(
        async (text: string) => {
          const scope = globalThis as unknown as {
            registration: ServiceWorkerRegistration
            dispatchEvent(event: Event): boolean
          }
          const PushEventOf = Reflect.get(globalThis, 'PushEvent')
          scope.dispatchEvent(new PushEventOf('push', { data: text }))
          for (let tries = 0; tries < 50; tries++) {
            const shown = await scope.registration.getNotifications()
            if (shown.length > 0) return shown.map(({ title }) => title)
            await new Promise((resolve) => setTimeout(resolve, 100))
          }
          return []
        },
        JSON.stringify({ ...payload, data: { link: 'lyceum://badges/NIGHT_OWL' } }),
      )
      expect(titles).toEqual(['Hello'])
      await clickNotification(worker)
      await page.waitForURL('**/badges')

      await page.goto(`${service.url}/me`)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('heading', { name: 'Good to see you again' }).waitFor()
      await waitUntil(async () => (await page.evaluate(`sessionStorage.getItem('pushed')`)) === null)
      const devices = await service.test.database
        .query`select 1 from device_token where user_id = ${learner.user.id}`
      expect(devices).toHaveLength(0)
    },
  )
})

describe('a click on a notification', () => {
  browserTest('opens the screen while the app is still loading', async () => {
    const context = await testbed.newContext({ ...PHONE, permissions: ['notifications'] })
    const { page } = await prepared(0, context)
    // The part of the app that listens to the worker never loads.
    await context.addInitScript(`{
      const wait = setTimeout
      setTimeout = (work, ms, ...rest) => (ms === 3000 ? 0 : wait(work, ms, ...rest))
    }`)
    await page.goto(`${testbed.service.url}/me`)
    const worker = context.serviceWorkers()[0]!
    await worker.evaluate(
      `registration.showNotification('Hello', { data: { link: 'lyceum://badges/NIGHT_OWL' } })`,
    )
    await clickNotification(worker)
    await page.waitForURL('**/badges')
  })
})

describe('a learner without a connection', () => {
  browserTest('two lessons that are finished offline count once, on the day of the learner', async () => {
    const { learner, context, page } = await prepared(0)
    const { api, user, courseId, lessonIds } = learner
    const token = user.accessToken
    // The learner enrolled before the day of the lessons.
    const { query } = testbed.service.test.database
    await query`update enrollment set enrolled_at = enrolled_at - interval '3 days' where user_id = ${user.id}`
    await context.setOffline(true)
    await page.clock.setFixedTime(Date.now() - DAY_MS)
    await page.reload()
    await page.getByText('You are offline').waitFor()
    await page
      .getByRole('link', { name: /Start|Continue/ })
      .first()
      .click()
    await playLesson(page, { ending: page.getByText('Saved on this device', { exact: true }) })
    await page.getByRole('link', { name: 'Next lesson' }).click()
    await playLesson(page, { ending: page.getByText('Saved on this device', { exact: true }) })
    const count = await waiting(page)
    expect(count).toBeGreaterThan(2)

    // Nothing is lost when the browser is closed and opened again.
    await page.close()
    const again = await testbed.open(context, `/learn/${courseId}`)
    await again.getByRole('heading', { name: 'Blockchain basics' }).waitFor()
    await waitUntil(async () => (await waiting(again)) === count)
    const before = await api.call(`GET /course/${courseId}`, { token })
    expect(before.body.data.progressPercentage).toBe(0)

    await context.setOffline(false)
    await again.getByText('Everything you did offline is saved.').waitFor()
    expect(await waiting(again)).toBe(0)
    const { body } = await api.call(`GET /course/${courseId}`, { token })
    const lessons: { id: string; isCompleted: boolean; xpReward: number }[] = body.data.lessons
    expect(lessons.filter(({ isCompleted }) => isCompleted).map(({ id }) => id)).toEqual(
      lessonIds.slice(0, 2),
    )
    const profile = await api.call('GET /user/profile', { token })
    expect(profile.body.data.totalXP).toBe(lessons[0]!.xpReward + lessons[1]!.xpReward)
    const days = await query<{ day: string }>`
      select day::text as day from streak_day where user_id = ${user.id}`
    const yesterday = new Date(Date.now() - DAY_MS + 3 * 3_600_000).toISOString().slice(0, 10)
    expect(days).toEqual([{ day: yesterday }])
  })

  browserTest(
    'the list of courses, a course and its locked lessons open offline, and an unknown screen says that it is offline',
    async () => {
      const { learner, context, page } = await prepared(1)
      await context.setOffline(true)
      await page.goto(`${testbed.service.url}/learn/${learner.courseId}`)
      await page.getByRole('heading', { name: 'Blockchain basics' }).waitFor()
      await page.goto(`${testbed.service.url}/lesson/${learner.lessonIds[1]}`)
      await page.getByRole('progressbar', { name: 'Progress in this lesson' }).waitFor()
      // The learner has never opened the list of courses.
      await page.goto(`${testbed.service.url}/learn`)
      await page.getByRole('link', { name: /Blockchain basics/ }).waitFor()
      await page.goto(`${testbed.service.url}/certificates`)
      await page.getByText('We cannot reach the service').waitFor()
    },
  )

  browserTest('reviews that are answered offline wait, and each is graded and counted once', async () => {
    const { user, api } = await newReviewer(testbed.service.url)
    const token = user.accessToken
    const due = async () => (await api.call('GET /review/due', { token })).body.data
    const { availableToday } = await due()
    const context = await testbed.newContext(PHONE)
    await signInBrowser(context, testbed.service.url, user)
    const page = await testbed.open(context, '/')
    await waitUntil(
      async () =>
        (await hasFiles(page)) &&
        (await storedKeys(page)).some(([, , key]) => key.startsWith('["GET /review/session"')),
    )
    await context.setOffline(true)
    await page.goto(`${testbed.service.url}/review`)
    await page.getByRole('heading', { name: `${availableToday} reviews are due` }).waitFor()
    await page.goto(`${testbed.service.url}/review/session`)
    const position = (done: number) => page.getByText(`${done} of ${availableToday}`, { exact: true })
    await position(0).waitFor()
    for (let card = 0; card < 3; card++) {
      await answerCard(page)
      await position(card + 1).waitFor()
    }
    const cards = await waitingCards(page)
    expect([new Set(cards).size, await waiting(page)]).toEqual([3, 3])
    // The answers survive a reload, and their cards do not come again.
    await page.reload()
    await page.getByText(`0 of ${availableToday - 3}`, { exact: true }).waitFor()
    await answerCard(page)
    await waitUntil(async () => (await waiting(page)) === 4)
    expect(new Set(await waitingCards(page)).size).toBe(4)
    expect((await due()).answeredToday).toBe(0)

    // Another device has answered a card and suspended one. What it did counts, and the late answers are dropped.
    const { body } = await api.call('GET /review/session', { token })
    const { repetition, question } = body.data.cards.find(({ id }: { id: string }) => id === cards[0])
    const given = question ? { answer: anyAnswer(question) } : { rating: 'GOOD' }
    await api.call(`POST /review/cards/${cards[0]}/answers`, { token, body: { repetition, ...given } })
    await api.call(`POST /review/cards/${cards[1]}/suspend`, { token })

    // Two tabs notice that the browser is online again, and send what waits once.
    const other = await context.newPage()
    await other.goto(`${testbed.service.url}/review`)
    await other.getByRole('heading', { name: 'Review' }).first().waitFor()
    await context.setOffline(false)
    await waitUntil(async () => (await waiting(page)) === 0 && (await waiting(other)) === 0)
    expect(await due()).toMatchObject({ answeredToday: 3, availableToday: availableToday - 4 })
    expect(await page.getByText('This could not be saved').count()).toBe(0)
    const { query } = testbed.service.test.database
    const logs = await query`select from review_log where user_id = ${user.id} and source = 'REVIEW'`
    expect(logs).toHaveLength(3)
  })

  browserTest(
    'an activity that the service refuses for good is shown until the learner has seen it',
    async () => {
      const { learner, context, page } = await prepared(1)
      await context.setOffline(true)
      await page.goto(`${testbed.service.url}/lesson/${learner.lessonIds[1]}`)
      await playLesson(page, { ending: page.getByText('Saved on this device', { exact: true }) })
      const { query } = testbed.service.test.database
      await query`delete from lesson_completion where user_id = ${learner.user.id}`
      await context.setOffline(false)
      await page.getByRole('heading', { name: 'This could not be saved' }).waitFor()
      await page.reload()
      await page.getByRole('listitem').getByText('This lesson is locked').waitFor()
      await page.getByRole('button', { name: 'Understood' }).click()
      await page.getByRole('heading', { name: 'This could not be saved' }).waitFor({ state: 'detached' })
    },
  )

  browserTest(
    'the second visit shows Today before the service answers, and its time is reported',
    async () => {
      const { learner, context, page } = await prepared(1)
      // The service gets no request of the second visit, except for the page.
      await context.route(/\/(?:api|web)\//, () => undefined)
      await page.goto(`${testbed.service.url}/`)
      await page.getByRole('heading', { name: `Hello, ${learner.user.username}` }).waitFor()
      await page.getByRole('link', { name: 'Continue' }).waitFor()
      const lcp = await page.evaluate<number>(`new Promise((resolve) => new PerformanceObserver((list) =>
      resolve(list.getEntries().at(-1).startTime)).observe({ type: 'largest-contentful-paint', buffered: true }))`)
      reportMeasurement(`second visit: LCP ${lcp.toFixed(0)} ms`)
      await context.unroute(/\/(?:api|web)\//)
    },
  )
})

describe('the stored view of Today', () => {
  const waitForView = (page: Page) =>
    waitUntil(async () => (await storedView(page))?.includes('Hello,') ?? false)

  browserTest(
    'a visit without a connection has Today in the page itself, before any script runs',
    async () => {
      const { learner, context, page } = await prepared(1)
      await page.goto(`${testbed.service.url}/`)
      await page.getByRole('link', { name: 'Continue' }).waitFor()
      await waitForView(page)
      await context.setOffline(true)
      const response = await page.goto(`${testbed.service.url}/`)
      const html = await response!.text()
      expect([html.includes(`Hello, ${learner.user.username}`), / style="/.test(html)]).toEqual([true, false])
      // The files are on this device: loaded by the page, they would run before the first paint.
      expect(html).not.toMatch(/<script type="module"|<link rel="modulepreload"/)
      expect(html).toMatch(/<meta name="lyceum-later" content="\/assets\/learner-\w+\.js /)
      await page.getByRole('heading', { name: `Hello, ${learner.user.username}` }).waitFor()
      await context.setOffline(false)
    },
  )

  browserTest(
    'a visit with a connection has Today from the store, and not after the cookies of the session are deleted',
    async () => {
      const { learner, context, page } = await prepared(1)
      await page.goto(`${testbed.service.url}/`)
      await page.getByRole('link', { name: 'Continue' }).waitFor()
      await waitForView(page)
      const htmlOfHome = async () => (await page.goto(`${testbed.service.url}/`))!.text()
      // The page of the service contains data as well. It is the answer if the disk is slow.
      await waitUntil(async () => {
        const html = await htmlOfHome()
        expect(html).toContain(learner.user.username)
        return !html.includes('id="page-data"')
      })
      // A request that still runs could set the cookies again.
      await page.waitForLoadState('networkidle')
      await context.clearCookies()
      expect(await htmlOfHome()).not.toContain(learner.user.username)
    },
  )

  browserTest('a visit shows what was learned on another device a moment ago', async () => {
    const { learner, page } = await prepared(1)
    await page.goto(`${testbed.service.url}/`)
    await page.locator(`a[href="/lesson/${learner.lessonIds[1]}"]`).waitFor()
    await waitForView(page)
    const { api, user, lessonIds } = learner
    const body = { timeSpentSeconds: 200 }
    await api.call(`POST /user-lessons/${lessonIds[1]}/complete`, { token: user.accessToken, body })
    await page.goto(`${testbed.service.url}/`)
    await page.locator(`a[href="/lesson/${lessonIds[2]}"]`).waitFor()
  })

  browserTest('the stored view has no live contests and promotions, which the next visit loads', async () => {
    const { page } = await prepared(1)
    await page.goto(`${testbed.service.url}/`)
    await page.getByRole('heading', { name: 'Contests that run now' }).waitFor()
    await page.getByRole('region', { name: 'Welcome to Lyceum' }).waitFor()
    const shownAt = await page.evaluate<number>('Date.now()')
    await waitUntil(async () => ((await viewStoredAt(page)) ?? 0) > shownAt)
    const html = (await storedView(page))!
    expect(
      ['Hello,', 'Contests that run now', 'Welcome to Lyceum'].map((text) => html.includes(text)),
    ).toEqual([true, false, false])
  })

  browserTest('a tap on the stored view before the application runs is not lost', async () => {
    const { learner, context, page } = await prepared(1)
    await giveGems(testbed.service.test.database.query, learner.user.id, 200)
    await page.goto(`${testbed.service.url}/`)
    await page.getByRole('button', { name: '50 gems' }).waitFor()
    await waitUntil(async () => (await storedView(page))?.includes('50 gems') ?? false)
    // The first button of this text is that of the phone.
    await context.addInitScript(`new MutationObserver((_, observer) => {
      const offer = [...document.querySelectorAll('#root button')].find((one) => one.textContent === '50 gems')
      if (!offer) return
      observer.disconnect()
      globalThis.wasStored = !document.getElementById('page-data')
      offer.click()
    }).observe(document, { childList: true, subtree: true })`)
    const question = page.getByRole('heading', { name: 'Buy a streak freeze for 50 gems?' })
    // The page of the service is the answer if the disk is slow.
    await waitUntil(async () => {
      await page.goto(`${testbed.service.url}/`)
      await question.waitFor()
      return page.evaluate<boolean>('globalThis.wasStored')
    })
  })

  browserTest('a visit with a connection refreshes the stored page behind the view', async () => {
    const { page } = await prepared(1)
    await page.goto(`${testbed.service.url}/`)
    await page.getByRole('link', { name: 'Continue' }).waitFor()
    await waitForView(page)
    const marked = `caches.keys().then(async (names) => {
      const cache = await caches.open(names.find((name) => name.startsWith('lyceum-files-')))
      const text = await (await cache.match('/learn', { ignoreVary: true })).text()`
    await page.evaluate(`${marked}
      await cache.put('/learn', new Response(text + '<!--old-->', { headers: { 'content-type': 'text/html' } }))
    })`)
    await page.goto(`${testbed.service.url}/`)
    await waitUntil(
      async () => !(await page.evaluate<boolean>(`${marked}; return text.includes('<!--old-->') })`)),
    )
  })

  /** Another lesson is done, and the browser has no view, so that only a further visit can store one. */
  async function completeElsewhere({ learner, page }: Awaited<ReturnType<typeof prepared>>) {
    const { api, user, lessonIds } = learner
    const body = { timeSpentSeconds: 200 }
    await api.call(`POST /user-lessons/${lessonIds[1]}/complete`, { token: user.accessToken, body })
    await page.goto(`${testbed.service.url}/openapi.json`)
    await deleteView(page)
    expect(await storedView(page)).toBeUndefined()
  }

  browserTest('a short visit is enough for a visit without a connection', async () => {
    const visit = await prepared(1)
    const { learner, context, page } = visit
    await completeElsewhere(visit)
    await context.addInitScript(SHORT_VISIT)
    await page.goto(`${testbed.service.url}/`)
    await page.getByRole('heading', { name: `Hello, ${learner.user.username}` }).waitFor()
    // The screen may begin with stored responses.
    await waitUntil(
      async () => (await storedView(page))?.includes(`/lesson/${learner.lessonIds[2]}`) ?? false,
    )
    await context.setOffline(true)
    const html = await (await page.goto(`${testbed.service.url}/`))!.text()
    expect(html).toContain(`Hello, ${learner.user.username}`)
    expect(html).toContain(`/lesson/${learner.lessonIds[2]}`)
    await page.getByText('You are offline').waitFor()
    const next = page.getByRole('link', { name: 'Continue' })
    expect(await next.getAttribute('href')).toBe(`/lesson/${learner.lessonIds[2]}`)
    await context.setOffline(false)
  })

  browserTest('a learner who leaves before the view is stored has it on the next visit', async () => {
    const visit = await prepared(1)
    const { learner, context, page } = visit
    await completeElsewhere(visit)
    await context.addInitScript(SHORT_VISIT)
    // The app is loaded, but the browser has no time to store the view.
    await context.addInitScript(`{
      const idle = requestIdleCallback
      requestIdleCallback = (work, options) => (options.timeout === 500 ? 0 : idle(work, options))
    }`)
    await page.goto(`${testbed.service.url}/`)
    await page.locator('[data-waiting]').waitFor({ state: 'attached' })
    await page.locator(`a[href="/lesson/${learner.lessonIds[2]}"]`).waitFor()
    expect(await storedView(page)).toBeUndefined()
    await page.goto(`${testbed.service.url}/openapi.json`)
    await waitForView(page)
    expect(await storedView(page)).toContain(`/lesson/${learner.lessonIds[2]}`)
  })

  browserTest(
    'signing out deletes the view, and the next visit has nothing of the user in the page',
    async () => {
      const { learner, context, page } = await prepared(1)
      await page.goto(`${testbed.service.url}/`)
      await page.getByRole('link', { name: 'Continue' }).waitFor()
      await waitForView(page)
      await page.goto(`${testbed.service.url}/me`)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('heading', { name: 'Good to see you again' }).waitFor()
      await waitUntil(async () => (await storedView(page)) === undefined)
      await context.setOffline(true)
      const response = await page.goto(`${testbed.service.url}/`)
      expect((await response!.text()).includes(learner.user.username)).toBe(false)
      await context.setOffline(false)
    },
  )
})

describe('the data of a user in the browser', () => {
  browserTest(
    'signing out deletes what the browser has stored, and the next user sees nothing of it',
    async () => {
      const { context, page } = await prepared(1)
      expect(await storedResponses(page)).toBeGreaterThan(0)
      await page.goto(`${testbed.service.url}/me`)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('heading', { name: 'Good to see you again' }).waitFor()
      await waitUntil(async () => (await storedResponses(page)) === 0)
      const left = `Promise.all([caches.keys(), localStorage.getItem('lyceum.offline')])`
      const [caches, userId] = await page.evaluate<[string[], string | null]>(left)
      expect(caches.filter((name) => !name.startsWith('lyceum-files-'))).toEqual([])
      expect(userId).toBeNull()
      const other = await newLearner(testbed.service.url, 'blockchain basics', 0)
      await signInBrowser(context, testbed.service.url, other.user)
      const next = await testbed.open(context, '/')
      await next.getByRole('heading', { name: `Hello, ${other.user.username}` }).waitFor()
      expect(await next.getByText('Continue').count()).toBe(0)
    },
  )

  browserTest('a session that ends during the first rendering leads to a sign-in that works', async () => {
    const { learner, page } = await prepared(1)
    await endSessionDuringRendering(page, `${testbed.service.url}/learn/${learner.courseId}`)
    await page.getByRole('heading', { name: 'Good to see you again' }).waitFor()
    await waitUntil(async () => (await storedResponses(page)) === 0)
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Username').waitFor()
  })

  browserTest('no response of the API or of the session is in a cache of the service worker', async () => {
    const { page } = await prepared(1)
    const cached = await page.evaluate<string[]>(
      `caches.keys().then(async (names) => (await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat())`,
    )
    expect(cached.length).toBeGreaterThan(50)
    expect(cached.filter((path) => !/^\/(?:assets|files)\/|^\/learn$/.test(path))).toEqual([])
  })
})

// The last test, because it changes the worker that the service serves.
describe('an update of the app', () => {
  browserTest('a new version is offered, does not interrupt a lesson, and loses no input', async () => {
    const { learner, page } = await prepared(1)
    const [digest] = readdirSync(builds).filter((name) => /^[0-9a-f]{20}$/.test(name))
    const file = join(builds, digest!, 'sw.js')
    const original = readFileSync(file, 'utf8')
    expect(original).toContain(`content="${digest}"`)
    await page.goto(`${testbed.service.url}/settings/profile`)
    await page.getByLabel('About you').fill('One slide a day.')
    try {
      // The page stays the one of this build; only the worker says that it is of another one.
      writeFileSync(
        file,
        original.replaceAll(digest!, 'next-build').replace('content="next-build"', `content="${digest}"`),
      )
      await page.locator('[data-waiting]').waitFor({ state: 'attached' })
      await waitUntil(() =>
        page.evaluate<boolean>(
          'navigator.serviceWorker.getRegistration().then((one) => one.update()).then(() => true, () => false)',
        ),
      )
      await page.getByText('A new version is ready').waitFor()
      expect(await page.getByLabel('About you').inputValue()).toBe('One slide a day.')
      await page.goto(`${testbed.service.url}/lesson/${learner.lessonIds[1]}`)
      await page.locator('[data-waiting]').waitFor({ state: 'attached' })
      await Bun.sleep(1_000)
      expect(await page.getByText('A new version is ready').count()).toBe(0)
      await page.goto(`${testbed.service.url}/me`)
      await page.getByText('A new version is ready').waitFor()
      const reloaded = page.waitForEvent('load')
      await page.getByRole('button', { name: 'Reload' }).click()
      await reloaded
      const names = await page.evaluate<string[]>('caches.keys()')
      expect(names).toContain('lyceum-files-next-build')
    } finally {
      writeFileSync(file, original)
    }
  })
})
