import { LyceumError } from './lyceum-error.ts'
import { type TokenStorage, type Tokens, tokensOf } from './tokens.ts'

/** Requests a new pair. The key makes concurrent requests with the same token return the same pair. */
export type Refresh = (
  refreshToken: string,
  idempotencyKey: string,
) => Promise<{ accessToken: string; refreshToken: string; expiresIn: number }>

/** An access token that expires sooner than this is replaced before a long-lived use. */
const NEARLY_EXPIRED_MS = 20_000

/** The tokens of the signed-in user. Refreshes them when necessary. */
export class Session {
  readonly #storage: TokenStorage
  readonly #refresh: Refresh
  readonly #onSignedOut: () => void
  #renewing: Promise<string | undefined> | undefined

  constructor(storage: TokenStorage, refresh: Refresh, onSignedOut: () => void) {
    this.#storage = storage
    this.#refresh = refresh
    this.#onSignedOut = onSignedOut
  }

  async accessToken(): Promise<string | undefined> {
    return (await this.#storage.load())?.accessToken
  }

  /** Returns a token that stays valid for a while, for a long-lived connection. */
  async freshToken(): Promise<string | undefined> {
    const tokens = await this.#storage.load()
    if (!tokens || tokens.expiresAt - Date.now() > NEARLY_EXPIRED_MS) return tokens?.accessToken
    return this.renewed(tokens.accessToken)
  }

  async store(data: { accessToken: string; refreshToken: string; expiresIn: number }): Promise<void> {
    await this.#storage.save(tokensOf(data))
  }

  async clear(): Promise<void> {
    await this.#storage.clear()
  }

  /**
   * Returns a token other than the refused one, or undefined if the session is over. Concurrent calls share
   * one refresh.
   */
  async renewed(refused: string): Promise<string | undefined> {
    const tokens = await this.#storage.load()
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
        this.#onSignedOut()
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
