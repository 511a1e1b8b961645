import type { SignedIn } from './generated.ts'
import { LyceumError } from './lyceum-error.ts'
import { type TokenStorage, type Tokens, tokensOf, userIdOf } from './tokens.ts'

/** Requests a new pair. The key makes concurrent requests with the same token return the same pair. */
export type Refresh = (
  refreshToken: string,
  idempotencyKey: string,
) => Promise<{ accessToken: string; refreshToken: string; expiresIn: number }>

/** What a client needs from its session. */
export interface ClientSession {
  accessToken(): Promise<string | undefined>
  /** Returns a token that stays valid for a while, for a long-lived connection. */
  freshToken(): Promise<string | undefined>
  store(data: SignedIn): Promise<void>
  clear(): Promise<void>
  /** Returns a token other than the refused one, or undefined if the session is over. */
  renewed(refused: string): Promise<string | undefined>
}

export interface SessionEnds {
  /** The session ended, but not by this program: it expired, was revoked, or another tab signed out. */
  onSignedOut: () => void
  /** Another tab signed in, possibly as another user. */
  onOtherTab: () => void
}

/** An access token that expires sooner than this is replaced before a long-lived use. */
const NEARLY_EXPIRED_MS = 20_000

/** The tokens of the signed-in user. Refreshes them when necessary. */
export class Session implements ClientSession {
  readonly #storage: TokenStorage
  readonly #refresh: Refresh
  readonly #events: SessionEnds
  #renewing: Promise<string | undefined> | undefined
  /** The tokens that this program knows, to see what another tab has changed; null before the first look. */
  #known: Tokens | undefined | null = null
  /** Changes by this program: all that began, and those in progress. */
  #changes = 0
  #pendingChanges = 0

  constructor(storage: TokenStorage, refresh: Refresh, events: SessionEnds) {
    this.#storage = storage
    this.#refresh = refresh
    this.#events = events
    if (!storage.watch) return
    this.#look()
    storage.watch(() => this.#look())
  }

  async accessToken(): Promise<string | undefined> {
    return (await this.#load())?.accessToken
  }

  /** Returns a token that stays valid for a while, for a long-lived connection. */
  async freshToken(): Promise<string | undefined> {
    const tokens = await this.#load()
    if (!tokens || tokens.expiresAt - Date.now() > NEARLY_EXPIRED_MS) return tokens?.accessToken
    return this.renewed(tokens.accessToken)
  }

  async store(data: { accessToken: string; refreshToken: string; expiresIn: number }): Promise<void> {
    const tokens = tokensOf(data)
    await this.#change(tokens, () => this.#storage.save(tokens))
  }

  async clear(): Promise<void> {
    await this.#change(undefined, () => this.#storage.clear())
  }

  async #change(tokens: Tokens | undefined, work: () => void | Promise<void>): Promise<void> {
    this.#changes++
    this.#pendingChanges++
    this.#known = tokens
    try {
      await work()
    } finally {
      this.#pendingChanges--
    }
  }

  /** Loads the tokens, and reports what another tab has changed since the last time. */
  async #load(): Promise<Tokens | undefined> {
    const changes = this.#changes
    const tokens = await this.#storage.load()
    // While this program changes the tokens, a difference does not come from another tab.
    if (changes === this.#changes && this.#pendingChanges === 0) this.#compare(tokens)
    return tokens
  }

  #compare(tokens: Tokens | undefined): void {
    const before = this.#known
    this.#known = tokens
    if (before && !tokens) this.#events.onSignedOut()
    // A refresh by another tab changes the tokens, but not the user.
    if (tokens && before !== null && (!before || userIdOf(before) !== userIdOf(tokens)))
      this.#events.onOtherTab()
  }

  /** Looks for changes by other tabs. A storage that fails now fails again in the next call, which reports it. */
  #look(): void {
    this.#load().catch(() => undefined)
  }

  /**
   * Returns a token other than the refused one, or undefined if the session is over. Concurrent calls share
   * one refresh.
   */
  async renewed(refused: string): Promise<string | undefined> {
    const tokens = await this.#load()
    if (!tokens) return undefined
    if (tokens.accessToken !== refused) return tokens.accessToken
    this.#renewing ??= this.#renew(tokens).finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  async #renew(old: Tokens): Promise<string | undefined> {
    try {
      const data = await this.#refresh(old.refreshToken, `refresh-${shortDigest(old.refreshToken)}`)
      // A sign-out or sign-in during the refresh must not restore the old session.
      if (await this.#isCurrent(old)) await this.store(data)
      return data.accessToken
    } catch (error) {
      if (!(error instanceof LyceumError) || (error.status !== 401 && error.status !== 403)) throw error
      if (await this.#isCurrent(old)) {
        await this.clear()
        this.#events.onSignedOut()
      }
      return undefined
    }
  }

  async #isCurrent({ refreshToken }: Tokens): Promise<boolean> {
    return (await this.#storage.load())?.refreshToken === refreshToken
  }
}

/**
 * A refresh token is valid once, and a second use ends the session. Two tabs that share a storage may still
 * use it concurrently: their keys are derived from the token, so the second gets the stored response of the
 * first. The digest need not be secret; it only has to differ between tokens.
 */
function shortDigest(text: string): string {
  let [one, other] = [0xdeadbeef, 0x41c6ce57]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    one = Math.imul(one ^ code, 2654435761)
    other = Math.imul(other ^ code, 1597334677)
  }
  return `${(one >>> 0).toString(16).padStart(8, '0')}${(other >>> 0).toString(16).padStart(8, '0')}`
}
