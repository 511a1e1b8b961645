import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { SetupGate } from '../../src/app/web/setup/setup-gate.ts'
import { findViolations } from '../harness/axe.ts'
import { findBrowser, launchBrowser } from '../harness/browser.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { tabTo } from './browser-testbed.ts'

// The first run of an empty installation in a real browser. Skipped without a browser. With SETUP_SCREENSHOTS, a folder,
// it writes a screenshot of each look.

setDefaultTimeout(600_000)

const executablePath = findBrowser()
const browserTest = test.skipIf(!executablePath)
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const WIDE = { viewport: { width: 1280, height: 800 } }

/** The services of this file share one build of the applications. */
const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-setup-browser-'))
let browser: Browser
beforeAll(async () => {
  if (!executablePath) return
  browser = await launchBrowser(executablePath)
})
afterAll(async () => {
  await browser?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

let service: TestService
let complaints: string[] = []
const pages: Page[] = []
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close()
  await service?.stop()
  const found = complaints
  complaints = []
  expect(found).toEqual([])
})

/** An empty installation whose applications are built: a page of a test does not wait for them. */
async function start(setup: 'open' | 'token'): Promise<void> {
  service = await startTestService({ SETUP: setup, DATA_DIR: dataDir })
  const isBuilt = () =>
    fetch(`${service.url}/setup`).then(
      ({ ok }) => ok,
      () => false,
    )
  await waitUntil(isBuilt)
}

async function open(path: string, options: BrowserContextOptions = WIDE): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en', ...options })
  context.on('weberror', (fault) => complaints.push(String(fault.error())))
  context.on('console', (message) => {
    const isAllowed = /Failed to load resource/.test(message.text())
    if (message.type() === 'error' && !isAllowed) complaints.push(message.text())
  })
  const page = await context.newPage()
  pages.push(page)
  await page.goto(service.url + path)
  await page.locator('#root h1').first().waitFor()
  return page
}

const variable = (page: Page, name: string) =>
  page.evaluate<string>(`getComputedStyle(document.documentElement).getPropertyValue('${name}')`)

async function fill(page: Page, changes: Record<string, string> = {}): Promise<void> {
  const values = {
    'E-mail': 'head@school.example',
    Username: 'head',
    Password: 'a-headmaster-password',
    'Name of the site': 'Night School',
    ...changes,
  }
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value)
}

describe('the first run in the browser', () => {
  browserTest('an empty installation is set up by keyboard, and the administrator is signed in', async () => {
    await start('open')
    const page = await open('/')
    expect(new URL(page.url()).pathname).toBe('/setup')
    await fill(page)
    // The header and the colours of the page are the preview.
    expect(await page.locator('header').textContent()).toBe('Night School')
    const before = await variable(page, '--primary')
    await tabTo(page, 'Violet')
    for (let presses = 0; presses < 2; presses++) await page.keyboard.press('ArrowRight')
    expect(await page.getByRole('radio', { name: 'Teal' }).isChecked()).toBe(true)
    expect(await variable(page, '--primary')).toBe('#0a6b73')
    expect(before).not.toBe('#0a6b73')
    await tabTo(page, 'The courses of Lyceum')
    await tabTo(page, 'Set up the site')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${service.url}/`)
    await page.locator('nav').first().waitFor()
    expect(await page.title()).toStartWith('Night School')
    expect(await page.locator('nav').first().textContent()).toContain('Night School')
    // The style of the page, which the policy allows.
    expect(await variable(page, '--primary')).toBe('#0a6b73')
    const courses = async () => (await service.call('GET /public/courses')).body.meta.total as number
    await waitUntil(async () => (await courses()) > 5)

    const visitor = await open('/setup')
    expect(new URL(visitor.url()).pathname).toBe('/')
    expect(await visitor.title()).toStartWith('Night School · ')
    expect(await visitor.locator('header').first().textContent()).toContain('Night School')
  })

  browserTest('an error is shown at its field, and nothing typed is lost', async () => {
    await start('open')
    const learner = await service.register()
    const page = await open('/setup', PHONE)
    await fill(page, { 'E-mail': learner.email, 'Name of the site': '' })
    await page.getByRole('radio', { name: 'Rose' }).check({ force: true })
    await page.getByRole('radio', { name: /^None/ }).check()
    const submit = page.getByRole('button', { name: 'Set up the site' })
    await submit.click()
    await page.locator('input[aria-invalid=true]:focus').waitFor()
    await page.getByLabel('Name of the site').fill('Night School')
    await submit.click()
    await page.getByText('already').waitFor()
    expect(await page.getByLabel('E-mail').getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByLabel('E-mail').inputValue()).toBe(learner.email)
    expect(await page.getByLabel('Password').inputValue()).toBe('a-headmaster-password')
    expect(await page.getByRole('radio', { name: 'Rose' }).isChecked()).toBe(true)
    // The connection is lost for a moment.
    await page.getByLabel('E-mail').fill('head@school.example')
    await page.context().setOffline(true)
    await submit.click()
    await page.getByRole('alert').getByText(/./).waitFor()
    await page.context().setOffline(false)
    expect(await page.getByLabel('Password').inputValue()).toBe('a-headmaster-password')
    // The language of the site is that of the page.
    await page.getByLabel('Language').selectOption('fr')
    await page.getByRole('heading', { name: 'Configurez votre site' }).waitFor()
    expect(await page.getByLabel('Nom du site').inputValue()).toBe('Night School')
    await page.getByRole('button', { name: 'Configurer le site' }).click()
    await page.waitForURL(`${service.url}/`)
    expect((await service.call('GET /public/site-settings')).body.data).toMatchObject({
      name: 'Night School',
      language: 'fr',
      accent: 'rose',
    })
    expect((await service.call('GET /public/courses')).body.meta.total).toBe(0)
  })

  browserTest(
    'the token comes from the address or is typed, and a wrong one is an error in words',
    async () => {
      await start('token')
      const config = { setup: 'token', publicUrl: service.url }
      const gate = new SetupGate({ config, db: service.test.database.query } as never)
      const address = (await gate.findAddress())!
      const token = address.split('#token=')[1]!
      const sent: string[] = []
      const typed = await open('/')
      typed.on('request', (request) => sent.push(request.url()))
      await fill(typed, { Token: 'a guess' })
      await typed.getByRole('button', { name: 'Set up the site' }).click()
      await typed.getByText('is not the one of this site').waitFor()
      expect(await typed.getByLabel('Token').getAttribute('aria-invalid')).toBe('true')

      const page = await open(`/setup#token=${token}`)
      page.on('request', (request) => sent.push(request.url()))
      expect(await page.getByLabel('Token').count()).toBe(0)
      await page.reload()
      await page.locator('#root h1').first().waitFor()
      await fill(page)
      await page.getByRole('button', { name: 'Set up the site' }).click()
      await page.waitForURL(`${service.url}/`)
      expect(sent.filter((url) => url.split('#')[0]!.includes(token))).toEqual([])

      // The page that was open meanwhile.
      await typed.getByLabel('Token').fill(token)
      await typed.getByRole('button', { name: 'Set up the site' }).click()
      await typed.getByText('already set up').waitFor()
    },
  )

  browserTest('the setup has no accessibility violation and fits the window', async () => {
    await start('token')
    const folder = process.env.SETUP_SCREENSHOTS
    if (folder) mkdirSync(folder, { recursive: true })
    const faults: unknown[] = []
    for (const [name, locale, colorScheme, options] of [
      ['phone-light', 'en', 'light', PHONE],
      ['phone-dark', 'sw', 'dark', PHONE],
      ['wide-light', 'fr', 'light', WIDE],
      ['wide-dark', 'en', 'dark', WIDE],
      ['narrow-light', 'ar', 'light', { viewport: { width: 320, height: 640 } }],
      ['wide-rtl', 'ar', 'dark', WIDE],
    ] as const) {
      const page = await open('/', { ...options, locale, colorScheme })
      await page.locator('form').waitFor()
      // The second colour; the label is what a finger touches.
      await page
        .locator('label:has(input[name=accent])')
        .nth(name.startsWith('phone') ? 1 : 4)
        .click()
      await page.locator('form button[type=submit]').click()
      await page.locator('input[aria-invalid=true]').first().waitFor()
      for (const { id, nodes } of await findViolations(page, TAGS))
        faults.push([name, id, nodes.slice(0, 3).map(({ html }) => html.slice(0, 200))])
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      if (overflow > 0) faults.push([name, 'is wider than the window', overflow])
      if (folder) await page.screenshot({ path: join(folder, `setup-${name}.png`), fullPage: true })
    }
    expect(faults).toEqual([])
  })
})
