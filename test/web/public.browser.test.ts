import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { createClient } from '../harness/api-client.ts'
import { findBrowser, launchBrowser } from '../harness/browser.ts'
import { reportMeasurement } from '../harness/report-measurement.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { pressOn, tabTo } from './browser-testbed.ts'
import { newLearner, signInBrowser } from './learner-account.ts'
import { waitForApp } from './open-screens.ts'
import { playLesson } from './play-lesson.ts'

// The public pages in a real browser: what a visitor without an account sees and plays. Skipped without a browser.

const executablePath = findBrowser()
const browserTest = test.skipIf(!executablePath)
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const MAX_LAYOUT_SHIFT = 0.02
const MAX_TAPS = 6
const MAX_SECONDS = 60

let service: TestService
let browser: Browser
let course: { id: string; title: string; firstLessonId: string }
let pathId: string
let publicPaths: string[]
beforeAll(async () => {
  if (!executablePath) return
  browser = await launchBrowser(executablePath)
  service = await startTestService({ DEMO_CONTENT: 'on' })
  await fetch(service.url)
  const api = createClient(service.url)
  course = (await api.call('GET /public/courses')).body.data[0]
  pathId = (await api.call('GET /public/paths')).body.data[0].id
  const user = await api.register()
  await api.call('PATCH /user/profile', { token: user.accessToken, body: { publicProfile: true } })
  publicPaths = [
    '/',
    '/courses',
    `/courses/${course.id}`,
    '/paths',
    `/paths/${pathId}`,
    '/leaderboards',
    `/u/${user.username}`,
    '/no/such/page',
    '/courses/unknown',
  ]
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
})

const contexts: BrowserContext[] = []
let complaints: string[] = []
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
  expect(complaints).toEqual([])
  complaints = []
})

/** A separate browser context. Console errors and requests to other hosts fail the test. */
async function newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en', ...options })
  contexts.push(context)
  context.on('weberror', (fault) => complaints.push(String(fault.error())))
  context.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
      complaints.push(message.text())
  })
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== service.url) complaints.push(request.url())
  })
  return context
}

const rootText = (page: Page) => page.locator('#root').textContent()

describe('the replacement of a server-rendered page by the application', () => {
  browserTest('the application shows the same page, without a layout shift or a blank moment', async () => {
    const context = await newContext()
    // Records every text of the root element, and layout shifts.
    await context.addInitScript(() => {
      const seen = { texts: [] as string[], shift: 0 }
      Object.assign(globalThis, { seen })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
      const note = () => {
        const text = document.getElementById('root')?.textContent.trim()
        if (text !== undefined && document.readyState !== 'loading' && text !== seen.texts.at(-1))
          seen.texts.push(text)
        requestAnimationFrame(note)
      }
      requestAnimationFrame(note)
    })
    const plain = await newContext({ javaScriptEnabled: false })
    for (const path of publicPaths) {
      const served = await plain.newPage()
      await served.goto(service.url + path)
      const servedText = await rootText(served)
      const page = await context.newPage()
      await page.goto(service.url + path)
      await page.waitForLoadState('networkidle')
      await waitForApp(page)
      const { texts, shift } = await page.evaluate<{ texts: string[]; shift: number }>('seen')
      reportMeasurement(`${path}: layout shift ${shift.toFixed(4)}`)
      expect([path, texts]).toEqual([path, [servedText!.trim()]])
      expect(shift).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT)
      await page.close()
      await served.close()
    }
  })

  browserTest('the first view of a public page needs no request of the API', async () => {
    const page = await (await newContext()).newPage()
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    for (const path of ['/courses', `/courses/${course.id}`, '/leaderboards']) {
      await page.goto(service.url + path)
      await page.waitForLoadState('networkidle')
    }
    expect(requests.filter((path) => path.startsWith('/api/'))).toEqual([])
  })

  browserTest('the chosen language is the language of the next page of the server', async () => {
    const context = await newContext()
    const page = await context.newPage()
    await page.goto(`${service.url}/courses`)
    await page.waitForLoadState('networkidle')
    await page.locator('select').selectOption('ar')
    await page.getByRole('heading', { name: 'الدورات' }).waitFor()
    const response = await page.reload()
    expect(await response!.text()).toContain('<html lang="ar" dir="rtl">')
  })
})

describe('what a visitor does before the application runs', () => {
  /** Opens a page whose application comes when the test lets it. */
  async function openWithoutApp(path: string): Promise<{ page: Page; letAppCome: () => void }> {
    const { promise, resolve: letAppCome } = Promise.withResolvers<void>()
    const context = await newContext(PHONE)
    const page = await context.newPage()
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await promise
      await route.continue()
    })
    await page.goto(service.url + path, { waitUntil: 'domcontentloaded' })
    await page.locator('#root h1').waitFor()
    return { page, letAppCome }
  }

  browserTest('a button that is tapped answers as soon as the application runs, once', async () => {
    const { page, letAppCome } = await openWithoutApp('/')
    const option = page.getByRole('button', { name: /stored hash/ })
    await option.tap()
    await option.tap()
    await page.locator('button[aria-busy=true]').waitFor()
    expect(await page.getByText('Exactly right').count()).toBe(0)
    letAppCome()
    await page.getByText('Exactly right').waitFor()
    expect(await option.getAttribute('aria-pressed')).toBe('true')
  })

  browserTest('a link that is tapped opens its page without the application', async () => {
    const { page, letAppCome } = await openWithoutApp('/')
    await page.getByRole('link', { name: 'Courses' }).last().tap()
    await page.getByPlaceholder('Search courses and skills').waitFor()
    expect(new URL(page.url()).pathname).toBe('/courses')
    letAppCome()
  })

  browserTest('the position in the page stays', async () => {
    const { page, letAppCome } = await openWithoutApp('/')
    await page.evaluate('scrollTo(0, 700)')
    letAppCome()
    await waitForApp(page)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate<number>('scrollY')).toBe(700)
  })

  browserTest('typed words and the focus stay, and the words are searched', async () => {
    const { page, letAppCome } = await openWithoutApp('/courses')
    const field = page.getByPlaceholder('Search courses and skills')
    await field.fill(course.title)
    letAppCome()
    await waitForApp(page)
    await waitUntil(async () => new URL(page.url()).searchParams.get('q') === course.title)
    expect(await field.inputValue()).toBe(course.title)
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  browserTest(
    'a focused link has the focus in the task in which the application replaces the page',
    async () => {
      const { page, letAppCome } = await openWithoutApp('/')
      const link = page.getByRole('link', { name: 'Courses' }).last()
      await link.evaluate((element) => {
        element.focus()
        // Called at the end of the task that changes the page.
        new MutationObserver((_, observer) => {
          if (element.isConnected) return
          observer.disconnect()
          const focused = document.activeElement!
          document.documentElement.dataset.focused = `${focused.tagName} ${focused.textContent}`
        }).observe(document.getElementById('root')!, { childList: true, subtree: true })
      })
      letAppCome()
      const html = page.locator('html[data-focused]')
      await html.waitFor({ state: 'attached' })
      expect(await html.getAttribute('data-focused')).toBe('A Courses')
    },
  )

  browserTest('a language that is chosen becomes the language of the page', async () => {
    const { page, letAppCome } = await openWithoutApp('/courses')
    await page.locator('select').selectOption('ar')
    letAppCome()
    await page.getByRole('heading', { name: 'الدورات' }).waitFor()
  })

  browserTest('the first paint waits for the font only if an earlier page has loaded it', async () => {
    const page = await (await newContext(PHONE)).newPage()
    const preloads = page.locator('link[rel=preload][as=font]')
    await page.goto(service.url)
    expect(await preloads.count()).toBe(0)
    await waitUntil(() => page.evaluate<boolean>(`'lyceum.font' in localStorage`))
    await page.goto(`${service.url}/courses`)
    expect(await preloads.getAttribute('href')).toMatch(/^\/assets\/figtree-latin-wght-normal-\w+\.woff2$/)
  })

  browserTest(
    'a page that is used loads the application before the browser is idle, and again if it fails',
    async () => {
      const page = await (await newContext(PHONE)).newPage()
      await page.addInitScript('requestIdleCallback = () => 0')
      let loads = 0
      await page.route(/\/assets\/learner-\w+\.js$/, (route) =>
        loads++ === 0 ? route.abort() : route.continue(),
      )
      await page.goto(service.url)
      const option = page.getByRole('button', { name: /stored hash/ })
      await option.waitFor()
      expect(loads).toBe(0)
      await option.tap()
      await waitUntil(() => loads === 1)
      await page.locator('button[aria-busy]').waitFor({ state: 'detached' })
      await option.tap()
      await page.getByText('Exactly right').waitFor()
    },
  )

  browserTest('the font of a page is that of its first paint, and React is a file of its own', async () => {
    const page = await (await newContext(PHONE)).newPage()
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
    await page.goto(service.url)
    await waitForApp(page)
    const displays = await page.evaluate<string[]>('[...document.fonts].map(({ display }) => display)')
    expect(new Set(displays)).toEqual(new Set(['optional']))
    expect(scripts.filter((path) => /\/learner-client-\w+\.js$/.test(path))).toHaveLength(1)
  })

  browserTest('a page that is not used loads the application when it is painted', async () => {
    const page = await (await newContext(PHONE)).newPage()
    await page.goto(service.url)
    await waitForApp(page)
    expect(await page.evaluate<number>('lyceumBoot.inputs.length')).toBe(0)
  })
})

/** The writing direction and the text of the sentences in Latin letters. */
const SENTENCES = `[...document.querySelectorAll('main *')].flatMap((element) => {
  const text = [...element.childNodes].map((node) => (node.nodeType === 3 ? node.data : '')).join('').trim()
  if (!/^[A-Z][^]*[.?!]$/i.test(text)) return []
  let block = element
  while (getComputedStyle(block).display === 'inline') block = block.parentElement
  return [[getComputedStyle(block).direction, text]]
})`

describe('the application in Arabic', () => {
  browserTest('the sentences of authors in English have their full stop at their own end', async () => {
    const visitor = await newContext({ locale: 'ar' })
    const learner = await newContext({ locale: 'ar' })
    await signInBrowser(learner, service.url, (await newLearner(service.url, 'blockchain basics', 0)).user)
    for (const [context, paths] of [
      [visitor, ['/courses', `/courses/${course.id}`, '/paths', `/paths/${pathId}`]],
      [learner, ['/', '/learn', `/learn/${course.id}`, `/learn/paths/${pathId}`]],
    ] as const) {
      for (const path of paths) {
        const page = await context.newPage()
        await page.goto(service.url + path)
        await page.locator('html[dir=rtl]').waitFor()
        const sentences = () => page.evaluate<[string, string][]>(SENTENCES)
        await waitUntil(async () => (await sentences()).length > 0)
        const wrong = (await sentences()).filter(([direction]) => direction !== 'ltr')
        expect([path, wrong]).toEqual([path, []])
        await page.close()
      }
    }
  })
})

/** The card of the course that is searched for. */
const cardOf = (page: Page) => page.locator('main li').getByRole('link', { name: course.title })

describe('the catalogue by keyboard alone', () => {
  browserTest('a learner searches the catalogue and opens the course that is found', async () => {
    const { user } = await newLearner(service.url, 'blockchain basics', 0)
    const context = await newContext()
    await signInBrowser(context, service.url, user)
    const page = await context.newPage()
    await page.goto(`${service.url}/learn`)
    await page.getByRole('searchbox').waitFor()
    await tabTo(page, 'Search courses and skills')
    await page.keyboard.type('qqqqqqqq')
    await page.getByRole('button', { name: 'Show all courses' }).waitFor()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(course.title)
    await cardOf(page).waitFor()
    await pressOn(page, cardOf(page))
    await page.getByRole('heading', { name: course.title, level: 1 }).waitFor()
    await page.locator('main:focus').waitFor()
  })
})

describe('a search without a result', () => {
  browserTest('leads back to all courses, for visitors and by the tab of learners', async () => {
    const page = await (await newContext()).newPage()
    await page.goto(`${service.url}/courses`)
    const field = page.getByRole('searchbox')
    await waitForApp(page)
    await field.fill('qqqqqqqq')
    await page.getByRole('link', { name: 'Show all courses' }).click()
    await cardOf(page).waitFor()
    await waitUntil(async () => (await field.inputValue()) === '')
    expect(new URL(page.url()).search).toBe('')

    const { user } = await newLearner(service.url, 'blockchain basics', 0)
    const context = await newContext()
    await signInBrowser(context, service.url, user)
    const learner = await context.newPage()
    await learner.goto(`${service.url}/learn`)
    await learner.getByRole('searchbox').fill('qqqqqqqq')
    await learner.getByRole('button', { name: 'Show all courses' }).waitFor()
    await learner.getByRole('link', { name: 'Learn', exact: true }).filter({ visible: true }).click()
    await waitUntil(async () => (await learner.getByRole('searchbox').inputValue()) === '')
    await cardOf(learner).waitFor()
  })
})

describe('a visitor without script', () => {
  browserTest('a visitor without script and mouse searches the catalogue and reaches a course', async () => {
    const page = await (await newContext({ javaScriptEnabled: false })).newPage()
    await page.goto(service.url)
    await pressOn(page, 'Courses')
    await page.getByPlaceholder('Search courses and skills').waitFor()
    await tabTo(page, 'Search courses and skills')
    await page.keyboard.type(course.title)
    await page.keyboard.press('Enter')
    await page.waitForURL(/q=/)
    await pressOn(page, cardOf(page))
    await page.getByRole('heading', { name: course.title, level: 1 }).waitFor()
    expect(await page.getByRole('link', { name: 'Play the first lesson' }).count()).toBeGreaterThan(0)
  })
})

describe('public pages without script', () => {
  browserTest('every public page can be read without script, also a published profile', async () => {
    const api = createClient(service.url)
    const user = await api.register({})
    const body = { publicProfile: true, bio: 'One slide a day.' }
    await api.call('PATCH /user/profile', { token: user.accessToken, body })
    const [path] = (await api.call('GET /public/paths')).body.data
    const page = await (await newContext({ javaScriptEnabled: false })).newPage()
    for (const [address, text] of [
      ['/', 'Six minutes a day'],
      ['/courses', course.title],
      [`/courses/${course.id}`, course.title],
      ['/paths', path.title],
      [`/paths/${path.id}`, path.courses[0].title],
      ['/leaderboards', 'Leaderboard'],
      [`/u/${user.username}`, 'One slide a day.'],
    ] as [string, string][]) {
      await page.goto(service.url + address)
      await page.getByText(text).filter({ visible: true }).first().waitFor()
      expect([address, await page.getByRole('heading', { level: 1 }).count()]).toEqual([address, 1])
    }
  })
})

/** The right answers by the text of the question, as the public lesson has them. */
async function answersOf(lessonId: string): Promise<{ prompt: string; right: number }[]> {
  const { body } = await createClient(service.url).call(`GET /public/lessons/${lessonId}`)
  return body.data.slides.flatMap(
    (slide: { type: string; question?: { correctIndex: number; prompt: string } }) =>
      slide.question ? [{ prompt: slide.question.prompt, right: slide.question.correctIndex }] : [],
  )
}

const player = (page: Page) => page.getByRole('progressbar', { name: 'Progress in this lesson' })
const offer = (page: Page) => page.getByText(/Your first \d+ XP are waiting/)

/** Plays the open lesson with the keyboard, each question right. */
async function playFirstLesson(page: Page, lessonId: string): Promise<void> {
  const answers = await answersOf(lessonId)
  let question = 0
  // The page is readable before the app listens to keys.
  await waitForApp(page)
  await playLesson(page, { ending: offer(page), keyOf: () => String(answers[question++]!.right + 1) })
}

async function signUp(page: Page): Promise<string> {
  const name = `zuri_${Bun.randomUUIDv7().slice(-6)}`
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('E-mail address').fill(`${name}@example.com`)
  await page.getByRole('textbox', { name: 'Password' }).fill('correct-horse-battery')
  await page.getByRole('button', { name: 'Create my account' }).click()
  await page.getByRole('button', { name: 'Do this later' }).click()
  return name
}

async function totalXp(email: string): Promise<number> {
  const api = createClient(service.url)
  const signedIn = await api.call('POST /auth/login', { body: { email, password: 'correct-horse-battery' } })
  return signedIn.body.data.user.totalXP
}

const storedPlays = (page: Page) =>
  page.evaluate<string | null>(`localStorage.getItem('lyceum.firstLessons')`)

describe('the first lesson without an account', () => {
  browserTest('a stranger gives the first right answer within 60 seconds and six taps', async () => {
    const page = await (await newContext(PHONE)).newPage()
    const started = performance.now()
    let taps = 0
    const tap = async (target: ReturnType<Page['locator']>) => {
      await target.tap()
      taps++
    }
    await page.goto(service.url)
    await waitForApp(page)
    await tap(page.getByRole('link', { name: 'Start for free' }))
    await page.waitForURL(/\/try\/.+/)
    const [first] = await answersOf(new URL(page.url()).pathname.split('/').at(-1)!)
    await player(page).waitFor()
    while ((await page.locator('main kbd').count()) === 0) {
      const before = await page.locator('main').innerHTML()
      await tap(page.getByRole('button', { name: 'Continue' }))
      await waitUntil(async () => (await page.locator('main').innerHTML()) !== before)
    }
    await tap(page.locator('main button', { has: page.locator('kbd') }).nth(first!.right))
    await page.getByText('Exactly right').waitFor()
    const seconds = (performance.now() - started) / 1000
    reportMeasurement(`stranger to the first right answer: ${taps} taps, ${seconds.toFixed(1)} s`)
    expect(taps).toBeLessThanOrEqual(MAX_TAPS)
    expect(seconds).toBeLessThanOrEqual(MAX_SECONDS)
  })

  browserTest('a lesson of a visitor is credited once at the sign-up', async () => {
    const context = await newContext()
    const page = await context.newPage()
    await page.goto(`${service.url}/courses/${course.id}`)
    await page.waitForLoadState('networkidle')
    await page.getByRole('link', { name: 'Play the first lesson' }).last().click()
    await page.waitForURL(/\/try\//)
    await playFirstLesson(page, course.firstLessonId)
    expect(await storedPlays(page)).toContain(course.firstLessonId)
    const completions: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/complete')) completions.push(request.headers()['idempotency-key']!)
    })
    await page.getByRole('link', { name: 'Create my account' }).click()
    const name = await signUp(page)
    await page.waitForURL(/\/learn\//)
    await page.getByText(/XP from your first lesson are yours/).waitFor()
    expect(completions).toHaveLength(1)
    expect(await storedPlays(page)).toBeNull()
    const xp = await totalXp(`${name}@example.com`)
    const lesson = (await createClient(service.url).call(`GET /public/lessons/${course.firstLessonId}`)).body
      .data
    expect(xp).toBe(lesson.xpReward)
    await page.reload()
    await page.waitForLoadState('networkidle')
    expect(completions).toHaveLength(1)
    expect(await totalXp(`${name}@example.com`)).toBe(xp)
  })

  browserTest(
    'a completion whose response was lost is sent again with the same key and counts once',
    async () => {
      const context = await newContext()
      const page = await context.newPage()
      await page.goto(`${service.url}/try/${course.firstLessonId}`)
      await playFirstLesson(page, course.firstLessonId)
      const keys: string[] = []
      let isBroken = true
      await context.route('**/complete', async (route) => {
        keys.push(route.request().headers()['idempotency-key']!)
        if (!isBroken) return route.continue()
        // The service receives the request, and the browser never gets the response.
        await route.fetch()
        await route.abort()
      })
      await page.getByRole('link', { name: 'Create my account' }).click()
      const name = await signUp(page)
      await waitUntil(() => keys.length > 0)
      await page.waitForURL(/\/learn\//)
      await Bun.sleep(6_000)
      isBroken = false
      expect(await storedPlays(page)).not.toBeNull()
      await page.reload()
      await waitUntil(async () => (await storedPlays(page)) === null)
      expect(new Set(keys).size).toBe(1)
      expect(keys.length).toBeGreaterThan(1)
      const lesson = (await createClient(service.url).call(`GET /public/lessons/${course.firstLessonId}`))
        .body.data
      expect(await totalXp(`${name}@example.com`)).toBe(lesson.xpReward)
    },
  )

  browserTest('a play that was credited to one user is not credited to another one', async () => {
    const { user } = await newLearner(service.url, 'blockchain basics', 0)
    const context = await newContext()
    await signInBrowser(context, service.url, user)
    const page = await context.newPage()
    const play = {
      lessonId: course.firstLessonId,
      idempotencyKey: crypto.randomUUID(),
      answers: [],
      timeSpentSeconds: 9,
      userId: '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d',
    }
    await context.addInitScript(
      (text) => localStorage.setItem('lyceum.firstLessons', text),
      JSON.stringify([play]),
    )
    const completions: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/complete')) completions.push(request.url())
    })
    await page.goto(service.url)
    await page.getByRole('heading', { name: /Hello/ }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(completions).toEqual([])
  })
})

describe('a signed-in user on public pages', () => {
  browserTest('a shared link to a course opens the course in the app', async () => {
    const { user, courseId } = await newLearner(service.url, 'blockchain basics', 0)
    const context = await newContext()
    await signInBrowser(context, service.url, user)
    const page = await context.newPage()
    await page.goto(`${service.url}/courses/${courseId}`)
    await page.waitForURL(`${service.url}/learn/${courseId}`)
    await page.getByRole('heading', { name: 'Blockchain basics' }).waitFor()
  })
})
