import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import packageJson from '../../../package.json' with { type: 'json' }
import { BATTLE_RULES } from '../../../src/modules/battle-game/public/rules.ts'
import { findBrowser, launchBrowser } from '../../../test/harness/browser.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'

/** Tests the built package with programs outside this project. */

const PACKAGE = join(import.meta.dir, '..')
const ROOT = join(PACKAGE, '../..')
const node = Bun.which('node')
const browser = findBrowser()

let service: TestService
let pages: Bun.Server<undefined>
let folder: string
let installed: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lyceum-client-'))
  installed = join(folder, 'node_modules/lyceum-client')
  await packAndInstall()
  // The page has its own origin, which the service must allow.
  pages = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) => {
      const { pathname } = new URL(url)
      const page = pathname === '/' ? PAGE : pathname === '/tab' ? TAB : undefined
      if (page) return new Response(page, { headers: { 'content-type': 'text/html' } })
      if (!pathname.endsWith('.js')) return new Response(null, { status: 404 })
      return new Response(Bun.file(join(installed, 'dist/esm', pathname)))
    },
  })
  service = await startTestService({ DEMO_CONTENT: 'on', CORS_ORIGINS: pages.url.origin }, undefined, {
    // The page waits for the other player until the program has started.
    battleRules: { ...BATTLE_RULES, countdownMs: 100, revealMs: 100, queueTimeoutMs: 110_000 },
  })
})
afterAll(async () => {
  await service?.stop()
  await pages?.stop(true)
  rmSync(folder, { recursive: true, force: true })
})

/** The steps of the README: pack a copy of the folder, and install the package in another folder. */
async function packAndInstall(): Promise<void> {
  const copy = join(folder, 'source')
  cpSync(PACKAGE, copy, {
    recursive: true,
    filter: (path) => !['dist', 'node_modules'].includes(basename(path)),
  })
  // The compiler of this project is the one that `npm install` would install.
  const path = `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`
  const npm = { PATH: path, HOME: folder, npm_config_offline: 'true', npm_config_update_notifier: 'false' }
  const packed = await run(['npm', 'pack', '--pack-destination', folder], npm, copy)
  expect(packed.code, packed.complaints).toBe(0)
  writeFileSync(join(folder, 'package.json'), '{ "name": "app", "private": true }')
  const install = ['npm', 'install', '--no-audit', '--no-fund', `./lyceum-client-${packageJson.version}.tgz`]
  const installing = await run(install, npm)
  expect(installing.code, installing.complaints).toBe(0)
}

async function run(cmd: string[], env: Record<string, string> = {}, cwd = folder) {
  const child = Bun.spawn({
    cmd,
    cwd,
    env: { PATH: process.env.PATH!, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, complaints] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { code: await child.exited, output, complaints }
}

/** The program in the README that contains this text. */
function programOf(part: string): string {
  const readme = readFileSync(join(PACKAGE, 'README.md'), 'utf8')
  const programs = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map((block) => block[1]!)
  return programs.find((program) => program.includes(part))!
}

test.skipIf(!node)('the tour in the README of the client works in Node', async () => {
  writeFileSync(join(folder, 'tour.mjs'), programOf('POST /auth/verify-email'))
  const { code, output, complaints } = await run([node!, 'tour.mjs'], { BASE: service.url })
  expect({ code, complaints }).toEqual({ code: 0, complaints: '' })
  expect(output).toMatch(
    /^Hello, ada\d+\.\n\d+ XP, \d+ gems, \d+ % of .+\.\nRank \d+ this week\.\nada\d+ learns in KE\.\n$/,
  )
})

/** What the app of a reader has: the names that the TypeScript programs of the README use. */
const NAMES_OF_THE_APP = `
  import { createLyceum } from 'lyceum-client'
  const url = process.env.BASE
  const app = createLyceum({ url })
  const { data: courses } = await app.call('GET /public/courses', { query: { limit: 100 } })
  await app.call('POST /auth/login', { body: { email: 'rival@lyceum.local', password: 'rival-demo-1' } })
  const { data: contests } = await app.call('GET /user/contests')
  const items = new Map()
  const storage = {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => items.set(key, value),
    removeItem: (key) => items.delete(key),
  }
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  Object.assign(globalThis, {
    url,
    id: courses.find(({ isPremium }) => !isPremium).id,
    contestId: contests.items.find(({ status }) => status === 'LIVE').id,
    picture: new Blob([Buffer.from(pixel, 'base64')], { type: 'image/png' }),
    text: '{}',
    secret: 'a secret',
    localStorage: storage,
    AsyncStorage: storage,
    load: () => undefined,
    save: () => undefined,
    clear: () => undefined,
    offerGems: () => console.log('offer gems'),
    show: () => undefined,
    draw: () => undefined,
  })
`

test.skipIf(!node)('the TypeScript programs of the README work in Node', async () => {
  const readme = readFileSync(join(PACKAGE, 'README.md'), 'utf8')
  const programs = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map((block) => block[1]!)
  const transpiler = new Bun.Transpiler({ loader: 'ts' })
  const files = programs.map((program, index) => {
    // The later programs use the client and the error class of the first.
    const names = index === 0 ? 'Object.assign(globalThis, { lyceum, LyceumError })' : ''
    const text = program.replace('http://localhost:3000', service.url)
    const file = `program-${index + 1}.mjs`
    writeFileSync(join(folder, file), transpiler.transformSync(`${text}\n${names}`))
    return file
  })
  writeFileSync(join(folder, 'names.mjs'), NAMES_OF_THE_APP)
  const main = ['names.mjs', ...files].map((file) => `await import('./${file}'); console.log('${file}')`)
  writeFileSync(join(folder, 'programs.mjs'), main.join('\n'))
  const flags = ['--experimental-websocket', '--no-warnings']
  const { code, output, complaints } = await run([node!, ...flags, 'programs.mjs'], { BASE: service.url })
  expect({ code, complaints }).toEqual({ code: 0, complaints: '' })
  expect(files).toHaveLength(9)
  for (const file of files) expect(output).toContain(file)
  expect(output).toMatch(/^\d+ of \d+ bytes$/m)
})

test('the package has its licence, its sources and a source map for each script', () => {
  expect(readFileSync(join(installed, 'LICENSE'), 'utf8')).toBe(readFileSync(join(ROOT, 'LICENSE'), 'utf8'))
  expect(existsSync(join(installed, 'build.mjs'))).toBe(false)
  for (const format of ['esm', 'cjs']) {
    const dist = join(installed, 'dist', format)
    const scripts = [...new Bun.Glob('*.{js,d.ts}').scanSync(dist)]
    expect(scripts.length).toBeGreaterThan(30)
    for (const script of scripts) {
      const { sources } = JSON.parse(readFileSync(join(dist, `${script}.map`), 'utf8'))
      expect(sources.map((source: string) => existsSync(join(dist, source)))).toEqual([true])
    }
  }
})

test.skipIf(!node)('the package is imported by ES modules and required by CommonJS', async () => {
  const use = `
    const lyceum = createLyceum({ url: process.env.BASE })
    const titles = async () => {
      const found = []
      for await (const { title } of lyceum.each('GET /public/courses', { query: { limit: 3 } })) found.push(title)
      const { meta } = await lyceum.api.listPublicCourses()
      console.log(found.length === meta.total && found.length > 3, LyceumError.name)
    }
    titles()`
  writeFileSync(join(folder, 'use.mjs'), `import { createLyceum, LyceumError } from 'lyceum-client'\n${use}`)
  writeFileSync(
    join(folder, 'use.cjs'),
    `const { createLyceum, LyceumError } = require('lyceum-client')\n${use}`,
  )
  for (const file of ['use.mjs', 'use.cjs'])
    expect(await run([node!, file], { BASE: service.url })).toEqual({
      code: 0,
      output: 'true LyceumError\n',
      complaints: '',
    })
})

test('the types of the built client are complete: a correct TypeScript program compiles and a wrong one does not', async () => {
  const program = (body: string) => `
    import { type Api, createLyceum, LyceumError } from 'lyceum-client'
    const lyceum = createLyceum({ url: 'http://localhost:3000' })
    export async function first(): Promise<Api.Course> {
      const { data } = await lyceum.call('GET /course/{id}', ${body})
      return data
    }
    export const isPoor = (error: unknown) => error instanceof LyceumError && error.code === 'INSUFFICIENT_GEMS'`
  const programs = {
    'good.mts': "{ path: { id: 'x' } }",
    'good.cts': "{ path: { id: 'x' } }",
    'bad.mts': '{ path: { name: 1 } }',
  }
  for (const [name, body] of Object.entries(programs)) writeFileSync(join(folder, name), program(body))
  const compiler = join(ROOT, 'node_modules/.bin/tsc')
  const target = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom', '--types', '']
  const { output } = await run([compiler, '--noEmit', '--strict', ...target, ...Object.keys(programs)])
  const errors = output.trim().split('\n')
  expect(errors[0]).toStartWith('bad.mts')
  expect(errors[0]).toContain("'name' does not exist")
  expect(output).not.toContain('good.')
})

/** A module of the page, as a bundler would build it. */
const PAGE = `<!doctype html><title>running</title><script type="module">
  import { createLyceum, keyValueStorage } from './lyceum.js'
  const url = new URLSearchParams(location.search).get('service')
  try {
    const lyceum = createLyceum({ url, storage: keyValueStorage(localStorage) })
    const username = 'page' + Date.now()
    const body = { email: username + '@example.com', password: 'correct-horse-battery', username }
    await lyceum.call('POST /auth/register', { body })
    const live = lyceum.live()
    await live.next('auth.ok')
    const notification = live.next('notification')
    const { data: courses } = await lyceum.call('GET /course', { query: { limit: 100 } })
    const id = courses.find(({ isPremium }) => !isPremium).id
    const { data: course } = await lyceum.call('GET /course/{id}', { path: { id } })
    const path = { lessonId: course.lessons[0].id }
    const { data } = await lyceum.call('POST /user-lessons/{lessonId}/complete', { path, body: {} })
    const { type } = (await notification).data
    document.title = 'learned'
    live.on('queue.matched', ({ roomId }) => live.send('battle.ready', { roomId }))
    live.on('battle.question', ({ questionId }, { roomId }) =>
      live.send('battle.answer', { roomId, questionId, selectedOption: 0 }))
    live.send('queue.join', {})
    const { result } = (await live.next('battle.end')).data
    live.close()
    // A reloaded page is still signed in.
    const reloaded = createLyceum({ url, storage: keyValueStorage(localStorage) })
    const { data: profile } = await reloaded.call('GET /user/profile')
    document.title = JSON.stringify({ type, xpEarned: data.xpEarned, totalXP: profile.totalXP, result })
  } catch (fault) {
    document.title = String(fault)
  }
</script>`

/** A tab that signs in unless another tab has, and says what it hears. */
const TAB = `<!doctype html><title>running</title><script type="module">
  import { createLyceum, keyValueStorage } from './lyceum.js'
  const url = new URLSearchParams(location.search).get('service')
  window.heard = []
  window.lyceum = createLyceum({
    url,
    storage: keyValueStorage(localStorage),
    onSignedOut: () => heard.push('signed out'),
  })
  lyceum.onAuthState((state) => heard.push(state))
  try {
    if (!(await lyceum.isSignedIn())) {
      const username = 'tab' + Date.now()
      const body = { email: username + '@example.com', password: 'correct-horse-battery', username }
      await lyceum.call('POST /auth/register', { body })
    }
    document.title = 'ready'
  } catch (fault) {
    document.title = String(fault)
  }
</script>`

test.skipIf(!browser)(
  'a sign-out in one tab reaches another, and a page sees the progress of an upload',
  async () => {
    const chrome = await launchBrowser(browser!)
    try {
      const context = await chrome.newContext()
      const openTab = async () => {
        const page = await context.newPage()
        await page.goto(`${pages.url.origin}/tab?service=${service.url}`)
        await waitUntil(async () => (await page.title()) !== 'running')
        expect(await page.title()).toBe('ready')
        return page
      }
      const [one, other] = [await openTab(), await openTab()]
      const progress = await one.evaluate<{ loaded: number; total: number }[]>(`(async () => {
      const seen = []
      const body = new FormData()
      body.set('bio', 'x'.repeat(400))
      const onUploadProgress = (progress) => seen.push(progress)
      const { data } = await lyceum.call('PATCH /user/profile', { body, onUploadProgress })
      if (data.bio.length !== 400) throw new Error('not changed')
      return seen
    })()`)
      expect(progress.at(-1)!.loaded).toBeGreaterThan(400)
      expect(progress.at(-1)!.loaded).toBe(progress.at(-1)!.total)
      await one.evaluate("lyceum.call('POST /auth/logout')")
      await waitUntil(async () => (await other.evaluate<string[]>('heard')).length >= 2)
      expect(await other.evaluate<string[]>('heard')).toEqual(['signed out', 'signed-out'])
      expect(await other.evaluate<boolean>('lyceum.isSignedIn()')).toBe(false)
    } finally {
      await chrome.close()
    }
  },
)

test.skipIf(!browser || !node)(
  'a page can register, learn, receive notifications, and battle a program in Node',
  async () => {
    const chrome = await launchBrowser(browser!)
    try {
      const page = await (await chrome.newContext()).newPage()
      await page.goto(`${pages.url.origin}/?service=${service.url}`)
      let title = 'running'
      const untilTitle = (done: (title: string) => boolean) =>
        waitUntil(async () => {
          title = await page.title()
          return done(title)
        })
      await untilTitle((title) => !['', 'running'].includes(title))
      expect(title).toBe('learned')
      writeFileSync(join(folder, 'battle.mjs'), programOf('battle.answer'))
      // Before version 22, Node has its WebSocket behind this flag.
      const battle = await run([node!, '--experimental-websocket', '--no-warnings', 'battle.mjs'], {
        BASE: service.url,
      })
      expect(battle).toMatchObject({ code: 0, complaints: '' })
      expect(battle.output).toMatch(/^Against page\d+\.\n(\d+ : \d+\n){5}(WIN|LOSS|DRAW)\n$/)
      await untilTitle((title) => title !== 'learned')
      const seen = title.startsWith('{') ? JSON.parse(title) : title
      const results = [seen.result, battle.output.trim().split('\n').at(-1)].sort().join(' ')
      expect(['LOSS WIN', 'DRAW DRAW']).toContain(results)
      expect([seen.type, seen.xpEarned > 0]).toEqual(['BADGE_EARNED', true])
      expect(seen.totalXP).toBeGreaterThanOrEqual(seen.xpEarned)
    } finally {
      await chrome.close()
    }
  },
)
