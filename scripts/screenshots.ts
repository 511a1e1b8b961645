import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { ScreenOpener } from '../test/web/open-screens.ts'
import { SCREENS } from '../test/web/screens.ts'

/**
 * Writes a screenshot of every screen, on a phone and on a wide screen, light and dark: `bun
 * scripts/screenshots.ts http://localhost:3000 /tmp/screens [part of a name] [locale]`. The service must run
 * with its demo content.
 */
const [url = 'http://localhost:3000', folder = 'screenshots', only = '', locale = 'en'] =
  process.argv.slice(2)
const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
  wide: { viewport: { width: 1280, height: 800 } },
}
mkdirSync(folder, { recursive: true })
const executablePath = Bun.which('chromium')
if (!executablePath) throw new Error('There is no chromium on the path.')
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
})
const opener = new ScreenOpener(browser, url)
const screens = SCREENS.filter(({ name }) => name.includes(only))
for (const [size, options] of Object.entries(SIZES)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewer of new Set(screens.map((screen) => screen.viewer))) {
      const context = await opener.context(viewer, { ...options, colorScheme }, locale)
      for (const screen of screens.filter((screen) => screen.viewer === viewer)) {
        const page = await opener.open(context, screen)
        await page.screenshot({ path: join(folder, `${screen.name}-${size}-${colorScheme}.png`) })
        await page.close()
      }
      await context.close()
    }
  }
}
await browser.close()
