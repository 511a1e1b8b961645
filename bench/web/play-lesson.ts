import type { PageProbe } from './page-probe.ts'

export interface PlayMeasurements {
  inpMs: number
  feedbackMs: number
  cls: number
}

const MAX_STEPS = 80
/** The browser does not report interactions that are shorter. */
const LEAST_REPORTED_MS = 16

/** Plays the next lesson by keyboard, from Today to the summary. */
export async function playLesson(probe: PageProbe): Promise<PlayMeasurements> {
  const { page } = probe
  const shiftedBefore = (await probe.observed()).shifted
  await page.getByRole('link', { name: 'Continue' }).first().click()
  const player = page.getByRole('progressbar', { name: 'Progress in this lesson' })
  const summary = page.getByText('Lesson complete!')
  await player.waitFor()
  await page.waitForLoadState('networkidle')
  let interactions = 1
  for (let step = 0; !(await summary.isVisible()); step++) {
    if (step > MAX_STEPS) throw new Error('the lesson has no end')
    const feedback = page.locator('footer section')
    if ((await page.locator('kbd').count()) > 0 && (await feedback.count()) === 0) {
      await page.keyboard.press('1')
      await feedback.waitFor()
      interactions++
    }
    const before = await page.locator('main').innerHTML()
    await page.keyboard.press('Enter')
    interactions++
    // Not `waitForFunction`, which asks again by `eval`: the policy of the page refuses that.
    while ((await page.locator('main').innerHTML()) === before) await Bun.sleep(10)
    await player.or(summary).first().waitFor()
  }
  const { interactions: reported, feedback, shifted } = await probe.observed()
  const durations = Object.values(reported)
  const unreported = Array<number>(Math.max(0, interactions - durations.length)).fill(LEAST_REPORTED_MS)
  return {
    inpMs: percentile([...durations, ...unreported], 0.75),
    feedbackMs: percentile(feedback, 0.5),
    cls: shifted - shiftedBefore,
  }
}

export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
