import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { waitUntil } from '../harness/wait-until.ts'

/** Pauses the tasks by which React divides a rendering, until `letTasksRun` is called. */
const PAUSE_TASKS = `{
  const { prototype } = MessagePort
  const { postMessage } = prototype
  globalThis.pausedTasks = []
  prototype.postMessage = function (...given) {
    pausedTasks.push(() => postMessage.apply(this, given))
  }
  globalThis.letTasksRun = () => {
    prototype.postMessage = postMessage
    for (const task of pausedTasks) task()
  }
}`

/** Opens an address. The service ends the session while the app is rendered for the first time. */
export async function endSessionDuringRendering(page: Page, url: string): Promise<void> {
  await page.addInitScript(PAUSE_TASKS)
  await page.route('**/web/session/refresh', async (route) => {
    await waitUntil(() => page.evaluate<boolean>('pausedTasks.length > 0'))
    // One task renders the router, which is not on the screen before the last task.
    await page.evaluate('pausedTasks.shift()()')
    await waitUntil(() => page.evaluate<boolean>('pausedTasks.length > 0'))
    expect(await page.locator('#root > [role=status]').count()).toBe(0)
    await route.fulfill({
      status: 401,
      json: { error: { code: 'UNAUTHORIZED', message: 'The session has ended.' } },
    })
  })
  const refused = page.waitForResponse('**/web/session/refresh')
  await page.goto(url)
  await refused
  await waitUntil(async () => !(await page.evaluate<string>('document.cookie')).includes('lyceum_signed_in'))
  await page.evaluate('letTasksRun()')
}
