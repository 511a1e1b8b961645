import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { findBrowser, launchBrowser } from '../../../../test/harness/browser.ts'
import { type Schema, schemaViolations } from '../../../../test/harness/operations/schema.ts'
import { startTestService, type TestService } from '../../../../test/harness/service.ts'

// Without JavaScript, because the page must be readable without it. Skipped if no browser is installed.

const executablePath = findBrowser()
const browserTest = test.skipIf(!executablePath)
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const DESKTOP = { viewport: { width: 1280, height: 900 } }

interface LiveDocument {
  operations: Record<string, { action: string; summary: string }>
  components: { messages: Record<string, { payload: Schema }> }
}

let service: TestService
let browser: Browser
let document: LiveDocument
beforeAll(async () => {
  if (!executablePath) return
  service = await startTestService()
  document = (await service.call('GET //asyncapi.json')).body
  browser = await launchBrowser(executablePath)
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
})

const pages: Page[] = []
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close()
})

async function visit(hash: string, options: BrowserContextOptions) {
  const page = await (await browser.newContext({ javaScriptEnabled: false, ...options })).newPage()
  pages.push(page)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(service.url).origin) complaints.push(request.url())
  })
  await page.goto(`${service.url}/docs/live${hash}`)
  return { page, complaints }
}

const framesOf = (action: string) =>
  Object.entries(document.operations)
    .filter(([, operation]) => operation.action === action)
    .map(([name]) => name.slice(action.length + 1))

describe('the page of the live channel', () => {
  browserTest('the page shows every frame with its fields and a valid example', async () => {
    const { page, complaints } = await visit('', DESKTOP)
    for (const [section, action] of [
      ['#you-send', 'receive'],
      ['#you-receive', 'send'],
    ] as const) {
      const names = framesOf(action)
      expect(names.length).toBeGreaterThan(5)
      expect(await page.locator(`${section} article`).evaluateAll((all) => all.map(({ id }) => id))).toEqual(
        names,
      )
      for (const name of names) {
        const frame = page.locator(`[id="${name}"]`)
        const { payload } = document.components.messages[name]!
        const example = JSON.parse((await frame.locator('pre code').textContent())!)
        expect([name, schemaViolations(document, payload, example)]).toEqual([name, []])
        for (const field of Object.keys(payload.properties!.data!.properties ?? {}))
          expect([name, await frame.locator('table').textContent()]).toEqual([
            name,
            expect.stringContaining(field),
          ])
      }
    }
    expect(await page.locator('dl').textContent()).toContain('/api/v2/quiz-battles/ws')
    expect(complaints).toEqual([])
  })

  browserTest('a link to a frame scrolls to it, and the page fits a phone', async () => {
    const { page, complaints } = await visit('#battle.end', PHONE)
    const frame = page.locator('[id="battle.end"]')
    const { y } = (await frame.boundingBox())!
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y).toBeLessThan(844)
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0)
    expect(complaints).toEqual([])
  })
})
