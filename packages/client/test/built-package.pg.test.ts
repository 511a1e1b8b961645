import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { BATTLE_RULES } from '../../../src/modules/battle-game/public/rules.ts'
import { findBrowser } from '../../../test/harness/browser.ts'
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
let dist: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lyceum-client-'))
  const installed = join(folder, 'node_modules/lyceum-client')
  dist = join(installed, 'dist')
  mkdirSync(dist, { recursive: true })
  cpSync(join(PACKAGE, 'package.json'), join(installed, 'package.json'))
  const built = await run([
    join(ROOT, 'node_modules/.bin/tsc'),
    '-p',
    join(PACKAGE, 'tsconfig.json'),
    '--outDir',
    dist,
  ])
  expect(built).toEqual({ code: 0, output: '', complaints: '' })
  // The page has its own origin, which the service must allow.
  pages = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) => {
      const { pathname } = new URL(url)
      if (pathname === '/') return new Response(PAGE, { headers: { 'content-type': 'text/html' } })
      if (!pathname.endsWith('.js')) return new Response(null, { status: 404 })
      return new Response(Bun.file(join(dist, pathname)))
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

async function run(cmd: string[], env: Record<string, string> = {}) {
  const child = Bun.spawn({
    cmd,
    cwd: folder,
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

test('the types of the built client are complete: a correct TypeScript program compiles and a wrong one does not', async () => {
  const program = (body: string) => `
    import { type Api, createLyceum, LyceumError } from 'lyceum-client'
    const lyceum = createLyceum({ url: 'http://localhost:3000' })
    export async function first(): Promise<Api.Course> {
      const { data } = await lyceum.call('GET /course/{id}', ${body})
      return data
    }
    export const isPoor = (error: unknown) => error instanceof LyceumError && error.code === 'INSUFFICIENT_GEMS'`
  const compile = async (name: string, body: string) => {
    writeFileSync(join(folder, name), program(body))
    return run([
      join(ROOT, 'node_modules/.bin/tsc'),
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      'es2022,dom',
      '--types',
      '',
      name,
    ])
  }
  expect(await compile('good.mts', "{ path: { id: 'x' } }")).toMatchObject({ code: 0, output: '' })
  expect((await compile('bad.mts', '{ path: { name: 1 } }')).output).toContain("'name' does not exist")
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

test.skipIf(!browser || !node)(
  'a page can register, learn, receive notifications, and battle a program in Node',
  async () => {
    const chrome = await chromium.launch({
      executablePath: browser!,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    })
    try {
      const page = await chrome.newPage()
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
