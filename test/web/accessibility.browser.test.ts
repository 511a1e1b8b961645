import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { findViolations } from '../harness/axe.ts'
import { findBrowser, launchBrowser } from '../harness/browser.ts'
import { reportMeasurement } from '../harness/report-measurement.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { ScreenOpener } from './open-screens.ts'
import { SCREENS, type Viewer } from './screens.ts'

// Checks every screen in a real browser against WCAG 2.2 A and AA and the best practices of axe. Skipped
// without a browser. Each screen is checked in one look, in turn, which takes minutes already;
// ACCESSIBILITY=all checks every screen in light and dark, from left to right and from right to left, at 320 and at 1280 px.
// That takes long: `-t "320 px, from right"` runs one window, light and dark, and ACCESSIBILITY_VIEWERS=learner,visitor
// only the screens of these viewers.

setDefaultTimeout(900_000)

const executablePath = findBrowser()
const browserTest = test.skipIf(!executablePath)
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const checksAll = process.env.ACCESSIBILITY === 'all'
/** A screen is opened once for both colour schemes: it changes to the other one by its styles alone. */
const EVERY_LOOK = ['en', 'ar'].flatMap((locale) =>
  [320, 1280].map((width) => ({
    name: `a window of ${width} px, from ${locale === 'ar' ? 'right to left' : 'left to right'}, light and dark`,
    colorSchemes: ['light', 'dark'] as const,
    width,
    height: width === 320 ? 640 : 800,
    locale,
  })),
)
const ONE_LOOK_EACH = [
  { name: 'a phone, light', colorSchemes: ['light'], width: 390, height: 844, locale: 'en' },
  { name: 'a wide screen, dark', colorSchemes: ['dark'], width: 1280, height: 800, locale: 'en' },
  {
    name: 'a window of 320 px, light, from right to left',
    colorSchemes: ['light'],
    width: 320,
    height: 640,
    locale: 'ar',
  },
] as const
const LOOKS = checksAll ? EVERY_LOOK : ONE_LOOK_EACH

const onlyViewers = process.env.ACCESSIBILITY_VIEWERS?.split(',')
const VIEWERS = ['learner', 'visitor', 'newcomer', 'finisher', 'author', 'graduate', 'admin', 'reviewer']

let service: TestService
let browser: Browser
let opener: ScreenOpener
beforeAll(async () => {
  if (!executablePath) return
  service = await startTestService({ DEMO_CONTENT: 'on' })
  browser = await launchBrowser(executablePath)
  opener = new ScreenOpener(browser, service.url)
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
})

describe('accessibility of every screen', () => {
  for (const [look, { name, colorSchemes, width, height, locale }] of LOOKS.entries())
    browserTest(`screens on ${name} have no accessibility violation and fit the viewport`, async () => {
      const faults: unknown[] = []
      let checks = 0
      // The screens of a viewer stay together: some begin where the one before ended.
      const screens = SCREENS.filter(
        ({ viewer }) =>
          (onlyViewers?.includes(viewer) ?? true) &&
          (checksAll || VIEWERS.indexOf(viewer) % LOOKS.length === look),
      )
      const check = async (viewer: Viewer) => {
        const [colorScheme] = colorSchemes
        const context = await opener.context(viewer, { viewport: { width, height }, colorScheme }, locale)
        for (const screen of screens.filter((screen) => screen.viewer === viewer)) {
          const page = await opener.open(context, screen)
          for (const colorScheme of colorSchemes) {
            await show(page, colorScheme)
            for (const { id, nodes } of await findViolations(page, TAGS))
              faults.push([
                screen.name,
                colorScheme,
                id,
                nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)),
              ])
            checks++
          }
          const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
          if (overflow > 0) faults.push([screen.name, 'is wider than the window', overflow])
        }
        await context.close()
      }
      // Each viewer has a browser context; one waits for the service while another is checked.
      await Promise.all(Array.from(new Set(screens.map(({ viewer }) => viewer)), check))
      if (checksAll)
        reportMeasurement(`${name}: ${screens.length} screens, ${checks} checks, ${faults.length} faults`)
      expect(faults).toEqual([])
    })
})

/**
 * Until no colour has changed by a transition for some frames. With reduced motion every element has a short one, and it begins when
 * that of its parent has ended.
 */
const COLOURS_ARE_SHOWN = `(async () => {
  for (let still = 0; still < 5; still++) {
    await new Promise((done) => requestAnimationFrame(done))
    if (document.getAnimations().some((one) => one instanceof CSSTransition)) still = 0
  }
})()`

async function show(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(COLOURS_ARE_SHOWN)
}
