import { afterAll, describe, expect } from 'bun:test'
import type { BrowserContext, Frame, Page } from 'playwright-core'
import { wavOf } from '../../src/modules/media/audio/audio-testbed.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { browserTest, browserTestbed } from './browser-testbed.ts'
import { newLearner, signInBrowser } from './learner-account.ts'
import { hasStored } from './offline-store.ts'
import { createOwnLesson, textSlide } from './own-lesson.ts'
import { playUntil } from './screens.ts'

// Slides with code that a learner runs, in a real browser.

const testbed = browserTestbed(async () => ({}))
// What the sandbox refuses is written to the console.
testbed.allowedErrors.push(
  /Content Security Policy|Unsafe attempt to initiate navigation|WebSocket connection|ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
)

/** Counts what arrives, whatever the path. */
let arrivals = 0
const outside = Bun.serve({
  port: 0,
  fetch: () => {
    arrivals++
    return new Response('', { headers: { 'access-control-allow-origin': '*' } })
  },
})
afterAll(() => outside.stop(true))
// The browser reports requests that it refuses too. The server says whether one arrived.
testbed.allowedOrigins.add(outside.url.origin)

const PHONE = { viewport: { width: 390, height: 844 } }

/** Opens a lesson at its first slide with code that can run. */
async function openCode(search: string, index: number, context?: BrowserContext) {
  const learner = await newLearner(testbed.service.url, search, index)
  if (index === 0)
    await learner.api.call(`POST /user-courses/enroll/${learner.courseId}`, {
      token: learner.user.accessToken,
    })
  const opened = context ?? (await testbed.newContext(PHONE))
  await signInBrowser(opened, testbed.service.url, learner.user)
  const page = await testbed.open(opened, `/lesson/${learner.lessonIds[index]}`)
  await playUntil(page, '[data-runnable]')
  return { page, context: opened }
}

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Code, which you can change' })
const resultOf = (page: Page) => page.getByRole('region', { name: 'Output' })

/** Runs the code and returns what it printed, when it has ended. */
async function run(page: Page, code: string): Promise<string> {
  await editorOf(page).fill(code)
  await editorOf(page).press('Control+Enter')
  await page.locator('main button[aria-busy]').waitFor({ state: 'detached' })
  // biome-ignore lint/performance/useDomNodeTextContent: lines and cells are told apart by their layout.
  return await resultOf(page).innerText()
}

async function sandboxOf(page: Page): Promise<Frame> {
  await run(page, '1')
  const frame = page.frames().find((one) => one.url().includes('/assets/sandbox-'))
  if (!frame) throw new Error('There is no sandbox.')
  return frame
}

describe('a slide with JavaScript', () => {
  browserTest('the learner runs the code, changes it, and starts over', async () => {
    const { page } = await openCode('javascript', 0)
    await page.getByRole('button', { name: 'Run' }).click()
    await resultOf(page).getByText('Send 2500, pay 2520').waitFor()
    const original = await editorOf(page).inputValue()
    expect(await run(page, original.replace('2500', '90'))).toContain('Send 90, pay 90')
    // An edit survives the way to another slide and back.
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Your turn' }).waitFor()
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('heading', { name: 'What does this transfer cost?' }).waitFor()
    expect(await editorOf(page).inputValue()).toContain('const amount = 90')
    await page.getByRole('button', { name: 'Start over' }).click()
    expect(await editorOf(page).inputValue()).toBe(original)
  })

  browserTest('the expected output is praised, another one is not', async () => {
    const { page } = await openCode('javascript', 0)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Your turn' }).waitFor()
    const original = await editorOf(page).inputValue()
    expect(await run(page, original)).not.toContain('That is it!')
    expect(await run(page, original.replace('800', '80'))).toContain('That is it!')
  })

  browserTest('promises and timers run to their end, errors name their line', async () => {
    const { page } = await openCode('javascript', 0)
    const timers = `setTimeout(() => { console.log('third'); Promise.resolve().then(() => setTimeout(() => console.log('fourth'))) }, 20)
      await null
      console.log('first'); console.log('second')`
    expect((await run(page, timers)).split('\n').filter(Boolean)).toEqual([
      'first',
      'second',
      'third',
      'fourth',
    ])
    expect(await run(page, 'const a = 1\na = 2')).toContain(
      'Line 2: TypeError: Assignment to constant variable',
    )
    expect(await run(page, 'if (')).toContain('SyntaxError')
    expect(await run(page, `setTimeout(() => { throw new Error('late') })`)).toContain('Error: late')
    expect(await run(page, `Promise.reject(new Error('alone'))`)).toContain('Error: alone')
    expect(await run(page, 'const a = 1')).toContain('The code ran and printed nothing.')
  })

  browserTest('an infinite loop ends with a sentence, and endless output is cut', async () => {
    const { page } = await openCode('javascript', 0)
    expect(await run(page, 'while (true) {}')).toContain('The code was stopped after 5 seconds.')
    const flood = await run(page, `let at = 0; while (true) console.log('line ' + at++)`)
    expect(flood).toContain('The code was stopped after 5 seconds.')
    expect(flood).toContain('The rest of the output is left out.')
    expect(flood).not.toContain('line 200')
    expect(await run(page, `console.log('still here')`)).toContain('still here')
    expect(await run(page, `postMessage({ type: 'table', columns: 1 }); console.log('whole')`)).toContain(
      'whole',
    )
  })

  browserTest('Tab leaves the editor, and Enter in it does not leave the slide', async () => {
    const { page } = await openCode('javascript', 0)
    await editorOf(page).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('1')
    await page.getByRole('heading', { name: 'What does this transfer cost?' }).waitFor()
    await page.keyboard.press('Tab')
    expect(await page.evaluate<string>('document.activeElement.innerText')).toBe('Run')
    await page.keyboard.press('Shift+Tab')
    expect(await page.evaluate<string>('document.activeElement.tagName')).toBe('TEXTAREA')
  })
})

describe('the sandbox', () => {
  browserTest('code of a learner reaches no network', async () => {
    const { page } = await openCode('javascript', 0)
    const requests: string[] = []
    page.on('response', (response) => requests.push(response.url()))
    await run(page, '1')
    requests.length = 0
    for (const url of [outside.url.href, `${testbed.service.url}/assets/none.js`]) {
      const attempts: Record<string, string> = {
        fetch: `await fetch('${url}', { mode: 'no-cors' })`,
        request: `const r = new XMLHttpRequest(); r.open('GET', '${url}', false); r.send()`,
        script: `importScripts('${url}')`,
        module: `await import('${url}')`,
        socket: `await new Promise((open, fail) => { const s = new WebSocket('${url.replace('http', 'ws')}'); s.onopen = open; s.onerror = () => fail(new Error('closed')) })`,
        events: `await new Promise((open, fail) => { const s = new EventSource('${url}'); s.onopen = open; s.onerror = () => fail(new Error('closed')) })`,
        worker: `await new Promise((open, fail) => { const w = new Worker(URL.createObjectURL(new Blob(["fetch('${url}', { mode: 'no-cors' }).then(() => postMessage(1), () => postMessage(0))"]))); w.onmessage = ({ data }) => data ? open() : fail(new Error('refused')); w.onerror = () => fail(new Error('refused')) })`,
      }
      for (const [name, code] of Object.entries(attempts)) {
        const printed = await run(
          page,
          `try { ${code}; console.log('reached') } catch { console.log('refused') }`,
        )
        expect([name, url, printed.trim()]).toEqual([name, url, 'refused'])
      }
    }
    expect(arrivals).toBe(0)
    expect(requests.filter((url) => url.includes('none.js') || url.startsWith(outside.url.href))).toEqual([])
  })

  browserTest('the frame around the code reaches neither the network nor the page', async () => {
    const { page } = await openCode('javascript', 0)
    const frame = await sandboxOf(page)
    const attempt = (code: string) =>
      frame.evaluate<string>(
        `(async () => { try { ${code}; return 'reached' } catch (error) { return error.name } })()`,
      )
    const url = outside.url.href
    const loaded = (element: string) =>
      `await new Promise((open, fail) => { const e = document.createElement('${element}'); e.onload = open; e.onerror = () => fail(new Error('refused')); e.src = '${url}'; document.documentElement.append(e) })`
    expect(await attempt(`await fetch('${url}', { mode: 'no-cors' })`)).toBe('TypeError')
    expect(await attempt(loaded('img'))).toBe('Error')
    expect(await attempt(loaded('script'))).toBe('Error')
    expect(await attempt(`navigator.sendBeacon('${url}')`)).not.toBe('TypeError')
    expect(await attempt('parent.document.title')).toBe('SecurityError')
    expect(await attempt('top.location.href')).toBe('SecurityError')
    expect(await attempt(`top.location = '${url}'`)).toBe('SecurityError')
    expect(await attempt('localStorage.length')).toBe('SecurityError')
    expect(await attempt('document.cookie')).toBe('SecurityError')
    expect(await attempt(`indexedDB.open('lyceum')`)).toBe('SecurityError')
    expect(await frame.evaluate<string>('origin')).toBe('null')
    expect(page.url()).toContain('/lesson/')
    expect(arrivals).toBe(0)
  })

  browserTest('code of a learner has no page, no storage and no session', async () => {
    const { page } = await openCode('javascript', 0)
    const names = 'parent document window localStorage sessionStorage'.split(' ')
    const kinds = await run(page, `console.log(${names.map((name) => `typeof ${name}`).join(', ')})`)
    expect(kinds.trim()).toBe(names.map(() => 'undefined').join(' '))
    const stores = `for (const open of [() => indexedDB.open('lyceum'), () => caches.keys()])
      try { await open(); console.log('reached') } catch { console.log('refused') }`
    expect((await run(page, stores)).split('\n').filter(Boolean)).toEqual(['refused', 'refused'])
  })
})

describe('a slide with SQL', () => {
  browserTest('SQLite is loaded when the slide is run, and answers with tables', async () => {
    const { page } = await openCode('data analysis', 3)
    const loaded = () =>
      page.evaluate<number>(
        `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.wasm')).length`,
      )
    expect(await loaded()).toBe(0)
    await page.getByRole('button', { name: 'Run' }).click()
    await resultOf(page).getByRole('cell', { name: '1100' }).waitFor()
    expect(await resultOf(page).getByRole('row').allInnerTexts()).toEqual([
      'item\tkilos\tprice\tamount',
      'mangoes\t10\t110\t1100',
      'mangoes\t6\t120\t720',
      'tomatoes\t8\t85\t680',
    ])
    expect(await loaded()).toBeGreaterThan(0)
    expect(await run(page, 'SELECT 1 FROM nowhere')).toContain('no such table: nowhere')
    expect(await run(page, 'DELETE FROM sales; SELECT COUNT(*), NULL FROM sales -- all')).toContain('0\tNULL')
    // Each run starts with the tables of the slide.
    expect(await run(page, 'SELECT COUNT(*) FROM sales;')).toContain('8')
    const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT'
    expect(await run(page, `${endless} MAX(i) FROM n`)).toContain('The code was stopped after 5 seconds.')
    expect(await run(page, `${endless} i FROM n`)).toContain('Only the first 100 rows are shown.')
  })
})

describe('offline', () => {
  browserTest('code runs without a connection after the app was installed', async () => {
    const installed = await testbed.newContext({ ...PHONE, serviceWorkers: 'allow' })
    const { page, context } = await openCode('javascript', 0, installed)
    const lesson = page.url()
    // The home downloads the course and installs the files of the app.
    await page.goto(`${testbed.service.url}/`)
    const isStored = `caches.keys().then(async (names) => !!navigator.serviceWorker.controller && (await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).some(({ url }) => url.includes('run-javascript'))))).some(Boolean))`
    // The files of the slide are stored as soon as it is shown, the lesson a moment later.
    await waitUntil(async () => (await page.evaluate<boolean>(isStored)) && (await hasStored(page, 1)))
    await context.setOffline(true)
    await page.goto(lesson)
    await playUntil(page, '[data-runnable]')
    expect(await run(page, `console.log(6 * 7)`)).toContain('42')
  })
})

describe('the other slides of a lesson', () => {
  browserTest(
    'formulas are set, hostile texts are inert, code is copied, and videos have captions',
    async () => {
      const { service } = testbed
      const { api, token, lessonId } = await createOwnLesson(service.url, [textSlide('Tea')])
      const upload = async (name: string, bytes: string | Uint8Array) => {
        const form = new FormData()
        form.set('file', new File([bytes as Uint8Array<ArrayBuffer>], name))
        const { body } = await api.call('POST /admin/media', { token, body: form })
        return new URL(body.data.url).pathname
      }
      const hostile = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>'
      const slides = [
        textSlide('Area', `The area is $\\pi r^2$, and \`$x$\` is code. It costs $5 or $10. ${hostile}`),
        { type: 'CODE', title: 'A sum', content: 'console.log(1 + 2)', language: 'javascript' },
        {
          type: 'VIDEO',
          title: 'Listen',
          mediaUrl: await upload('tea.wav', wavOf(2)),
          captionsUrl: await upload('tea.vtt', 'WEBVTT\n\n00:00.000 --> 00:01.000\nPour the water.\n'),
          durationSeconds: 60,
        },
        {
          type: 'VIDEO',
          title: 'There',
          mediaUrl: 'https://videos.example.org/tea.mp4',
          durationSeconds: 90,
        },
      ]
      const saved = await api.call(`PATCH /admin/lessons/${lessonId}`, { token, body: { slides } })
      expect(saved.body.error).toBeUndefined()
      const link = await api.call(`POST /admin/lessons/${lessonId}/preview-link`, {
        token,
        body: { days: 1 },
      })
      const context = await testbed.newContext({
        ...PHONE,
        permissions: ['clipboard-read', 'clipboard-write'],
      })
      const page = await testbed.open(context, `/preview/${link.body.data.token}`)
      const heading = (name: string) => page.getByRole('heading', { name, exact: true })

      await heading('Area').waitFor()
      await page.locator('main math msup').waitFor()
      await page.locator('main code').getByText('$x$', { exact: true }).waitFor()
      const text = await page.locator('main').textContent()
      expect(text).toContain('It costs $5 or $10.')
      expect(text).toContain('<img src=x')

      await page.getByRole('button', { name: 'Continue' }).click()
      await heading('A sum').waitFor()
      await page.getByRole('button', { name: 'Copy' }).click()
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe('console.log(1 + 2)')

      await page.getByRole('button', { name: 'Continue' }).click()
      await heading('Listen').waitFor()
      // The file is loaded, and the captions are on.
      await waitUntil(() =>
        page.evaluate<boolean>(`(() => {
        const video = document.querySelector('main video')
        const [track] = video.textTracks
        return video.readyState >= 1 && track.mode === 'showing' && track.cues?.[0]?.text === 'Pour the water.'
      })()`),
      )

      await page.getByRole('button', { name: 'Continue' }).click()
      await heading('There').waitFor()
      await page.getByText('This video is on videos.example.org.').waitFor()
      expect(await page.getByRole('link', { name: 'Watch in a new tab' }).getAttribute('href')).toBe(
        'https://videos.example.org/tea.mp4',
      )
      expect(await page.evaluate<boolean>('window.hacked === 1')).toBe(false)
    },
  )
})
