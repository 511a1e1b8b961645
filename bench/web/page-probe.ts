import type { BrowserContext, CDPSession, Page } from 'playwright-core'

/** A cheap phone on a slow connection, as the numbers of the design are defined. */
export const PHONE = {
  viewport: { width: 412, height: 823 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
  locale: 'en',
} as const
const KILOBITS = 1_000 / 8
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600 * KILOBITS,
  uploadThroughput: 750 * KILOBITS,
}
const CPU_SLOWDOWN = 4
/** Largest paints and long tasks that come later than this after the last request are not expected. */
const SETTLING_MS = 1_000

export interface PageMeasurements {
  lcpMs: number
  tbtMs: number
  cls: number
  requests: number
  scriptBytes: number
  /** Script that came before the screen was shown, without the two files that every first view loads. */
  screenScriptBytes: number
}

/** What the page itself observes. It runs before the scripts of the page. */
const OBSERVERS = `{
  const probe = { lcp: 0, blocked: 0, shifted: 0, interactions: {}, feedback: [], pressedAt: 0 }
  globalThis.benchProbe = probe
  const observe = (type, use, options) =>
    new PerformanceObserver((list) => list.getEntries().forEach(use)).observe({ type, buffered: true, ...options })
  observe('largest-contentful-paint', ({ startTime }) => { probe.lcp = startTime })
  observe('longtask', ({ duration }) => { probe.blocked += Math.max(0, duration - 50) })
  observe('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) probe.shifted += value })
  observe('event', ({ interactionId, duration }) => {
    if (interactionId) probe.interactions[interactionId] = Math.max(probe.interactions[interactionId] ?? 0, duration)
  }, { durationThreshold: 16 })
  addEventListener('keydown', ({ key }) => { if (key === '1') probe.pressedAt = performance.now() }, true)
  document.addEventListener('DOMContentLoaded', () =>
    new MutationObserver(() => {
      if (!probe.pressedAt || !document.querySelector('footer section')) return
      const since = probe.pressedAt
      probe.pressedAt = 0
      requestAnimationFrame(() => setTimeout(() => probe.feedback.push(performance.now() - since)))
    }).observe(document, { childList: true, subtree: true }))
}`

export interface Observed {
  lcp: number
  blocked: number
  shifted: number
  interactions: Record<string, number>
  /** Milliseconds from a key to the painted feedback. */
  feedback: number[]
}

export class PageProbe {
  private requests = 0
  private scriptBytes = 0
  private screenScriptBytes = 0
  private readonly scripts = new Map<string, string>()

  readonly page: Page

  private constructor(page: Page) {
    this.page = page
  }

  /** A new page in the context, slowed down and observed. */
  static async open(context: BrowserContext): Promise<PageProbe> {
    const page = await context.newPage()
    await page.addInitScript(OBSERVERS)
    const session = await context.newCDPSession(page)
    const probe = new PageProbe(page)
    probe.count(session)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', NETWORK)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    return probe
  }

  private count(session: CDPSession): void {
    session.on('Network.requestWillBeSent', ({ type, requestId, request }) => {
      this.requests++
      if (type === 'Script') this.scripts.set(requestId, request.url)
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const url = this.scripts.get(requestId)
      if (url === undefined) return
      this.scriptBytes += encodedDataLength
      if (!/\/learner-(?:client-)?\w+\.js$/.test(url)) this.screenScriptBytes += encodedDataLength
    })
  }

  observed(): Promise<Observed> {
    return this.page.evaluate<Observed>('benchProbe')
  }

  /** Script received since the last call. */
  takeScriptBytes(): number {
    const bytes = this.scriptBytes
    this.scriptBytes = 0
    return bytes
  }

  /** Opens the address and waits until the heading is shown and nothing is loaded any more. */
  async visit(url: string, shown: string): Promise<PageMeasurements> {
    this.requests = 0
    this.screenScriptBytes = 0
    this.takeScriptBytes()
    await this.page.goto(url)
    await this.page.locator(shown).first().waitFor()
    const { requests, screenScriptBytes } = this
    await this.page.waitForLoadState('networkidle')
    await Bun.sleep(SETTLING_MS)
    const { lcp, blocked, shifted } = await this.observed()
    const scriptBytes = this.takeScriptBytes()
    return { lcpMs: lcp, tbtMs: blocked, cls: shifted, requests, scriptBytes, screenScriptBytes }
  }
}
