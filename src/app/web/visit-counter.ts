import { addVisits } from '../../modules/platform-figures/public/add-visits.ts'
import { describeError } from '../../platform/describe-error.ts'
import { log } from '../../platform/log.ts'
import type { Platform } from '../../platform/platform.ts'
import { isSignedInBrowser } from './session/cookies.ts'

/** A process stores what it counted as often. A crash loses these visits at most. */
const STORE_EVERY_MS = 10_000

/**
 * Counts visits of the public pages: a browser without a session opens one from elsewhere. Nothing of the visitor is stored,
 * so two visits of one person are two. See decision 106.
 */
export class VisitCounter {
  readonly #storeEveryMs: number
  readonly #counts = new Map<string, number>()
  #platform: Pick<Platform, 'write'> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(storeEveryMs = STORE_EVERY_MS) {
    this.#storeEveryMs = storeEveryMs
  }

  attach(platform: Pick<Platform, 'write'>): void {
    this.#platform = platform
  }

  count(request: Request, now: Date): void {
    if (!isVisit(request)) return
    const day = now.toISOString().slice(0, 10)
    this.#counts.set(day, (this.#counts.get(day) ?? 0) + 1)
    // A process without visitors has no timer.
    this.#timer ??= setTimeout(() => void this.store(), this.#storeEveryMs)
  }

  /** Adds what was counted to the stored numbers. What cannot be stored is tried again with the next visits. */
  async store(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const counted = [...this.#counts]
    this.#counts.clear()
    if (!this.#platform || counted.length === 0) return
    try {
      await this.#platform.write(async (tx) => {
        for (const [day, visits] of counted) await addVisits(tx, { day, visits })
      })
    } catch (error) {
      for (const [day, visits] of counted) this.#counts.set(day, (this.#counts.get(day) ?? 0) + visits)
      log.warn({ error: describeError(error) }, 'web: storing the number of visits failed')
    }
  }
}

/**
 * Whether a browser without a session opens a page from elsewhere: a link of another site, a typed address, a bookmark. Going on
 * from page to page, prefetching and programs that send no `Sec-Fetch` headers, such as crawlers, do not count.
 */
export function isVisit(request: Request): boolean {
  const { headers } = request
  return (
    request.method === 'GET' &&
    headers.get('sec-fetch-mode') === 'navigate' &&
    headers.get('sec-fetch-dest') === 'document' &&
    headers.get('sec-fetch-site') !== 'same-origin' &&
    headers.get('sec-purpose') === null &&
    !isSignedInBrowser(request)
  )
}
