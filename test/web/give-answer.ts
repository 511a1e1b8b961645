import type { Page } from 'playwright-core'

const SEVERAL = /all that are right|الإجابات الصحيحة/

/** Gives some answer to the shown question by keyboard, whatever its type. */
export async function giveAnswer(page: Page): Promise<void> {
  const form = page.locator('main form')
  await form.waitFor()
  const inputs = form.locator('input')
  const places = await form.locator('ul > li > button[aria-disabled], [data-gap] button').count()
  for (let input = 0; input < (await inputs.count()); input++) await inputs.nth(input).fill('1')
  // A different word for each place.
  for (let place = 1; place <= places; place++) await page.keyboard.press(String(place))
  if (places === 0 && (await form.locator('kbd').count()) > 0) {
    await page.keyboard.press('1')
    // One option is sent at once.
    if (!(await page.getByText(SEVERAL).isVisible())) return
  }
  await page.keyboard.press('Enter')
}
