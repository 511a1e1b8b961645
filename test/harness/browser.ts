import { type Browser, chromium } from 'playwright-core'

/** For pages that hang; a slow machine needs long for a step. */
const STEP_LIMIT_MS = 150_000
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--no-first-run',
  // Pages are painted without the emulation of a graphics card, which takes a tenth of the processor time of a usual file.
  '--disable-software-rasterizer',
  '--disable-gpu-compositing',
  '--num-raster-threads=1',
  '--disable-lcd-text',
]

/**
 * The browser for tests, or null. The variant without a window needs half of the processor time (Debian:
 * chromium-headless-shell), but it shows no notifications.
 */
export function findBrowser({ hasNotifications = false } = {}): string | null {
  const complete = Bun.which('chromium')
  return hasNotifications ? complete : (Bun.which('chromium-headless-shell') ?? complete)
}

/**
 * Pages of its contexts wait long for each step. They have no service worker unless the test asks for it with
 * `serviceWorkers: 'allow'`: storing the files of the app takes more processor time than the pages of most tests, and no
 * request to the API passes through it.
 */
export async function launchBrowser(executablePath: string): Promise<Browser> {
  const browser = await chromium.launch({ executablePath, args: ARGUMENTS })
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext({ serviceWorkers: 'block', ...options })
    context.setDefaultTimeout(STEP_LIMIT_MS)
    return context
  }
  return browser
}
