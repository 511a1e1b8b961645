import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { type BrowserLearner, newLearner, newReviewer, signInBrowser } from './learner-account.ts'
import type { Screen, Viewer } from './screens.ts'

const STAFF: Partial<Record<Viewer, { email: string; password: string }>> = {
  author: { email: 'author@lyceum.local', password: 'author-demo-1' },
  admin: { email: 'admin@lyceum.local', password: 'admin-demo-1' },
}

/** Opens screens of a running service with its demo content. */
export class ScreenOpener {
  readonly #browser: Browser
  readonly #url: string
  #learner: Promise<BrowserLearner> | undefined
  /** A new one for each context, because the screens answer the cards. */
  #reviewer: Promise<BrowserLearner> | undefined
  #newUser: Promise<BrowserLearner> | undefined
  readonly #requests = new WeakMap<Page, { open: number }>()

  constructor(browser: Browser, url: string) {
    this.#browser = browser
    this.#url = url
  }

  learner(): Promise<BrowserLearner> {
    this.#learner ??= newLearner(this.#url, 'blockchain basics', 2)
    return this.#learner
  }

  /** One context for each viewer and theme; the caller closes it. */
  async context(viewer: Viewer, options: BrowserContextOptions, locale = 'en'): Promise<BrowserContext> {
    const context = await this.#browser.newContext({ reducedMotion: 'reduce', locale, ...options })
    await context.addInitScript(`localStorage.setItem('lyceum.locale', '${locale}')`)
    const account = await this.#accountOf(viewer)
    if (account) await signInBrowser(context, this.#url, account)
    return context
  }

  /** The page is that of the screen before, because a new one starts a process of the browser, which compiles all code again. */
  async open(context: BrowserContext, screen: Screen): Promise<Page> {
    const [page = await this.#newPage(context)] = context.pages()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const requests = this.#requests.get(page)!
    await page.goto(
      this.#url + screen.path(await (screen.viewer === 'reviewer' ? this.#reviewer! : this.learner())),
    )
    await waitForApp(page)
    await page.locator('#root h1').first().waitFor()
    await page.locator('.animate-shimmer').first().waitFor({ state: 'detached' })
    await screen.prepare?.(page)
    await waitUntilQuiet(requests)
    return page
  }

  async #newPage(context: BrowserContext): Promise<Page> {
    const page = await context.newPage()
    // Each screen begins as in a new tab, and does not go on with the lesson of the screen before.
    await page.addInitScript(`localStorage.removeItem('lyceum.lesson'); sessionStorage.clear()`)
    // Of a form with changes, which the next screen leaves.
    page.on('dialog', (dialog) => dialog.accept())
    this.#requests.set(page, countRequests(page))
    return page
  }

  async #accountOf(viewer: Viewer): Promise<{ email: string; password: string } | undefined> {
    if (viewer === 'finisher') return (await newLearner(this.#url, 'blockchain basics', 2)).user
    if (viewer === 'graduate') return (await newLearner(this.#url, 'blockchain basics', 99)).user
    if (viewer === 'reviewer') {
      this.#reviewer = newReviewer(this.#url)
      return (await this.#reviewer).user
    }
    if (viewer === 'learner') return (await this.learner()).user
    if (viewer !== 'newcomer') return STAFF[viewer]
    this.#newUser ??= newLearner(this.#url, 'blockchain basics', 0)
    return (await this.#newUser).user
  }
}

/** Public pages are visible before the application runs. Its own status region shows that it does. */
export async function waitForApp(page: Page): Promise<void> {
  await page.locator('#root > [role=status]').first().waitFor({ state: 'attached' })
}

function countRequests(page: Page): { open: number } {
  const requests = { open: 0 }
  const close = () => requests.open--
  page.on('request', () => requests.open++)
  page.on('requestfinished', close)
  page.on('requestfailed', close)
  return requests
}

/** Until there was no open request for a moment. The driver's own wait takes half a second for each of hundreds of screens. */
async function waitUntilQuiet(requests: { open: number }): Promise<void> {
  for (let quiet = 0, tries = 0; quiet < 6 && tries < 1_000; tries++) {
    await Bun.sleep(25)
    quiet = requests.open > 0 ? 0 : quiet + 1
  }
}
