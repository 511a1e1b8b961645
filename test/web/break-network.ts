import { expect } from 'bun:test'
import type { Page, Route } from 'playwright-core'

interface Break {
  answer: (route: Route) => Promise<unknown> | undefined
  /** What the screen says: the learner app in its own words, the studio in those of the service. */
  message: string | RegExp
}

export const REQUEST_ID = '019a8b5e-7c1d-7000-8000-0000000000d4'
const OFFLINE_TEXT = 'Check your connection.'

/** How a network is broken, in an order in which each message differs from the one before. */
export const BREAKS: Readonly<Record<string, Break>> = {
  'no connection': { answer: (route) => route.abort(), message: OFFLINE_TEXT },
  'too many requests': {
    answer: (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '60' },
        json: {
          success: false,
          message: 'Slow down, please.',
          error: { code: 'RATE_LIMITED', requestId: REQUEST_ID },
        },
      }),
    message: /Try again in 60 seconds\.|Slow down, please\./,
  },
  'no answer': { answer: () => undefined, message: OFFLINE_TEXT },
  'the page of a load balancer': {
    answer: (route) => route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>503</h1>' }),
    message: 'It is not your fault.',
  },
}

const SHORT_TIMEOUTS = 'test.short-timeouts'

/** On a broken network, a request that gets no answer ends after a second instead of fifteen. */
export const allowShortTimeouts = (page: Page) =>
  page.addInitScript(`{
    const wait = setTimeout
    const isShort = (ms) => ms === 15000 && sessionStorage.getItem('${SHORT_TIMEOUTS}')
    setTimeout = (work, ms, ...rest) => wait(work, isShort(ms) ? 1000 : ms, ...rest)
  }`)

/** Requests to these addresses are answered by `set` and not by the service. */
export async function breakable(page: Page, addresses: RegExp) {
  let answer: Break['answer'] | undefined
  await page.route(addresses, (route) => (answer ? answer(route) : route.continue()))
  return {
    async set(next: Break['answer'] | undefined): Promise<void> {
      answer = next
      const isBroken = next !== undefined
      await page.evaluate(
        `sessionStorage.${isBroken ? `setItem('${SHORT_TIMEOUTS}', '1')` : `removeItem('${SHORT_TIMEOUTS}')`}`,
      )
    },
  }
}

interface Attempt {
  /** The requests that fail. */
  addresses: RegExp
  act: () => Promise<unknown>
  /** Whether the input is still there. */
  isKept: () => Promise<boolean>
}

/** Does something on each kind of broken network: each time the screen says why it failed and keeps the input. Then repairs the network. */
export async function actOnBrokenNetwork(page: Page, { addresses, act, isKept }: Attempt): Promise<void> {
  const network = await breakable(page, addresses)
  for (const [name, { answer, message }] of Object.entries(BREAKS)) {
    await network.set(answer)
    await act()
    await page.getByRole('alert').filter({ hasText: message }).first().waitFor()
    expect([name, await isKept()]).toEqual([name, true])
  }
  await network.set(undefined)
}
