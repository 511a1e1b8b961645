import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
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

const FOCUSED = `(element => element?.labels?.[0]?.innerText || element?.getAttribute('aria-label') || (element?.isContentEditable && document.getElementById(element.getAttribute('aria-labelledby'))?.innerText) || element?.innerText || '')(document.activeElement)`

/** Presses Tab until the element with this name has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if ((await page.evaluate<string>(FOCUSED)).trim().startsWith(name)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach "${name}".`)
}
