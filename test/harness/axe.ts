import { readFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]

/** The short form of the same rules. The builder would send the long one, twice, to every page. */
const SOURCE = readFileSync(
  Bun.resolveSync('axe-core/axe.min.js', Bun.resolveSync('@axe-core/playwright', import.meta.dir)),
  'utf8',
)
const IS_SENT_ALREADY = 'void 0'

/**
 * The accessibility violations of a page, of all rules or of those with one of the tags. Without frames of other
 * origins, the mode without a second page does the same for less.
 */
export async function findViolations(page: Page, tags?: string[]): Promise<Violation[]> {
  await page.evaluate(SOURCE)
  const inner = page.frames().filter((frame) => frame !== page.mainFrame())
  // A frame may be gone by now.
  for (const frame of inner) await frame.evaluate(SOURCE).catch(() => undefined)
  const axe = new AxeBuilder({ page, axeSource: IS_SENT_ALREADY }).setLegacyMode(true)
  axe.options({ resultTypes: ['violations'] })
  if (tags) axe.withTags(tags)
  return (await axe.analyze()).violations
}
