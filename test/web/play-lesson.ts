import type { Locator, Page } from 'playwright-core'
import { waitUntil } from '../harness/wait-until.ts'

interface PlayLesson {
  /** What the screen after the last slide shows. */
  ending: Locator
  /** The key for the open question; by default that of the first option. */
  keyOf?: () => string | Promise<string>
  /** Called for every slide before anything is done on it. */
  onSlide?: () => Promise<void>
}

const MAX_STEPS = 60

/** The key of the shown option that is one of the texts. Options are shuffled for each play. */
export async function keyOfOption(page: Page, texts: string[]): Promise<string> {
  const tiles = await page.locator('main button', { has: page.locator('kbd') }).allTextContents()
  return String(1 + tiles.findIndex((text) => texts.includes(text.replace(/^\d/, '').trim())))
}

/** Plays the open lesson by keyboard until its end. */
export async function playLesson(
  page: Page,
  { ending, keyOf = () => '1', onSlide }: PlayLesson,
): Promise<void> {
  const player = page.getByRole('progressbar', { name: 'Progress in this lesson' })
  const isOpenQuestion = async () =>
    (await page.locator('kbd').count()) > 0 && (await page.locator('footer section').count()) === 0
  await player.waitFor()
  for (let step = 0; step < MAX_STEPS; step++) {
    // Between the last slide and the end the page shows neither.
    await player.or(ending).first().waitFor()
    if (await ending.isVisible()) return
    await onSlide?.()
    if (await isOpenQuestion()) {
      await page.keyboard.press(await keyOf())
      await page.locator('footer section').waitFor()
    }
    const before = await page.locator('main').innerHTML()
    await page.keyboard.press('Enter')
    // A slide or the end may come between the look at the page and the key; the page then does not change.
    await waitUntil(
      async () =>
        (await page.locator('main').innerHTML()) !== before ||
        (await isOpenQuestion()) ||
        (await ending.isVisible()),
    )
  }
  throw new Error('The lesson has no end.')
}
