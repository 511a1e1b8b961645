import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { findBrowser, launchBrowser } from '../harness/browser.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { signInBrowser } from './learner-account.ts'

/** Skipped without a browser. */
export const browserTest = test.skipIf(!findBrowser())

export interface BrowserTestbed {
  readonly service: TestService
  /** Origins that pages may open besides the service, such as a payment provider. */
  readonly allowedOrigins: Set<string>
  /** Console errors that a test causes, such as those of a lost connection. */
  readonly allowedErrors: RegExp[]
  /** A separate browser context. Console errors and requests to other hosts fail the test. */
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>
  open(context: BrowserContext, path: string): Promise<Page>
  /** A page of a signed-in user. */
  openAs(
    user: { email: string; password: string },
    path: string,
    options?: BrowserContextOptions,
  ): Promise<Page>
}

/** One service with its demo content and one browser for the tests of a file. */
export function browserTestbed(
  settings: () => Promise<Record<string, string>>,
  executablePath = findBrowser(),
): BrowserTestbed {
  let service: TestService
  let browser: Browser
  const contexts: BrowserContext[] = []
  let complaints: string[] = []

  beforeAll(async () => {
    if (!executablePath) return
    browser = await launchBrowser(executablePath)
    service = await startTestService({ DEMO_CONTENT: 'on', ...(await settings()) })
    // The first page waits for the build.
    await fetch(service.url)
  })
  afterAll(async () => {
    await browser?.close()
    await service?.stop()
  })
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close()
    const found = complaints
    complaints = []
    expect(found).toEqual([])
  })

  const testbed: BrowserTestbed = {
    get service() {
      return service
    },
    allowedOrigins: new Set(),
    allowedErrors: [/Failed to load resource/],
    newContext: async (options = {}) => {
      const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en', ...options })
      contexts.push(context)
      context.on('weberror', (fault) => complaints.push(String(fault.error())))
      context.on('console', (message) => {
        const isAllowed = testbed.allowedErrors.some((pattern) => pattern.test(message.text()))
        if (message.type() === 'error' && !isAllowed) complaints.push(message.text())
      })
      context.on('request', (request) => {
        const { origin, protocol } = new URL(request.url())
        if (/^https?:/.test(protocol) && origin !== service.url && !testbed.allowedOrigins.has(origin))
          complaints.push(request.url())
      })
      return context
    },
    open: async (context, path) => {
      const page = await context.newPage()
      await page.goto(service.url + path)
      await page.locator('#root h1').first().waitFor()
      return page
    },
    openAs: async (user, path, options) => {
      const context = await testbed.newContext(options)
      await signInBrowser(context, service.url, user)
      return testbed.open(context, path)
    },
  }
  return testbed
}

/** Of a control: the screen itself or its heading have no name. */
const FOCUSED = `(element => element?.matches('body, main, h1, h2') ? '' : element?.labels?.[0]?.innerText || element?.getAttribute('aria-label') || (element?.isContentEditable && document.getElementById(element.getAttribute('aria-labelledby'))?.innerText) || element?.innerText || '')(document.activeElement)`

/** The name of the focused element, as a user of the keyboard hears it. */
export const focusedName = async (page: Page) => (await page.evaluate<string>(FOCUSED)).trim()

/** A part of the page may still be loading. */
const TAB_MS = 10_000

/** Presses Tab until the element with this name, or this element, has the focus. */
export async function tabTo(page: Page, target: string | Locator): Promise<void> {
  const isFocused = async () =>
    typeof target === 'string'
      ? (await focusedName(page)).startsWith(target)
      : target.evaluate((element) => element === document.activeElement)
  const endsAt = performance.now() + TAB_MS
  for (let presses = 0; presses < 60 || performance.now() < endsAt; presses++) {
    if (await isFocused()) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach "${target}".`)
}

/** A visible ring around the focused element, or around what stands for it, such as the label of a hidden radio button. */
const HAS_RING = `(() => {
  const focused = document.activeElement
  return [focused, focused.nextElementSibling, focused.parentElement].some((element) => {
    if (!element || element.getBoundingClientRect().width < 4) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0
  })
})()`

/** Waits until the page has something of this name. */
async function waitForName(page: Page, name: string): Promise<void> {
  await page.getByText(name).or(page.getByLabel(name)).first().waitFor({ state: 'attached' })
}

/** Tabs to an element, which must show its focus, and presses a key on it. */
export async function pressOn(page: Page, target: string | Locator, key = 'Enter'): Promise<void> {
  if (typeof target === 'string') await waitForName(page, target)
  await tabTo(page, target)
  if (!(await page.evaluate<boolean>(HAS_RING))) throw new Error(`"${target}" does not show its focus.`)
  await page.keyboard.press(key)
}

/** Tabs to the field with this name and types into it in place of what it has. */
export async function typeInto(page: Page, name: string, text: string): Promise<void> {
  await waitForName(page, name)
  await tabTo(page, name)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** Tabs to a group of radio buttons and chooses one of them by the arrow keys. */
export async function chooseRadio(page: Page, group: string, name: string): Promise<void> {
  await page.getByRole('radio', { name, exact: true }).waitFor({ state: 'attached' })
  const isInGroup = `document.activeElement.type === 'radio' && document.activeElement.closest('fieldset')?.querySelector('legend')?.innerText.startsWith(${JSON.stringify(group)})`
  for (let presses = 0; presses < 60 && !(await page.evaluate<boolean>(isInGroup)); presses++)
    await page.keyboard.press('Tab')
  for (let presses = 0; presses < 12; presses++) {
    if ((await focusedName(page)) === name) return
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`The arrow keys do not reach "${name}" of "${group}".`)
}
