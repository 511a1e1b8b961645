import type { SignedIn } from './generated.ts'
import { LyceumError } from './lyceum-error.ts'
import { newSessionChannel, type SessionChannel, type SessionMessage } from './session-channel.ts'

type User = SignedIn['user']
/** The response of the service in a browser session: the refresh token is in the cookie. */
export type CookieSignedIn = Omit<SignedIn, 'refreshToken'>

export interface SessionEvents {
  /** The session ended, but not by this tab: it expired, was revoked, or another tab signed out. */
  onSignedOut: () => void
  /** The service returned the signed-in user. */
  onUser: (user: User) => void
  /** Another tab signed in, possibly as another user. */
  onOtherTab: () => void
}

interface Access {
  accessToken: string
  expiresAt: number
  userId: string
}

const NEARLY_EXPIRED_MS = 20_000
const LOCK = 'lyceum.refresh'
/** A tab that had to wait for the lock waits this long for the token that the other tab received. */
const OTHER_TAB_MS = 300

/**
 * The session of a browser: the access token is only in memory, the refresh token is in a cookie that no
 * script can read. Tabs share a lock, so that one of them refreshes for all.
 */
export class CookieSession {
  readonly #refresh: () => Promise<CookieSignedIn>
  readonly #events: SessionEvents
  readonly #channel: SessionChannel
  #access: Access | undefined
  #renewing: Promise<string | undefined> | undefined
  #onToken: (() => void) | undefined

  constructor(refresh: () => Promise<CookieSignedIn>, events: SessionEvents) {
    this.#refresh = refresh
    this.#events = events
    this.#channel = newSessionChannel((message) => this.#receive(message))
  }

  accessToken(): Promise<string | undefined> {
    return this.#tokenValidFor(0)
  }

  freshToken(): Promise<string | undefined> {
    return this.#tokenValidFor(NEARLY_EXPIRED_MS)
  }

  /** Refreshes if this tab has no such token but the browser has a session. */
  async #tokenValidFor(ms: number): Promise<string | undefined> {
    if (this.#access && this.#access.expiresAt - Date.now() > ms) return this.#access.accessToken
    return this.#access || hasSignedInMark() ? this.renewed(this.#access?.accessToken) : undefined
  }

  async store(data: CookieSignedIn): Promise<void> {
    this.#channel.post({ type: 'signed-in', ...this.#take(data) })
  }

  async clear(): Promise<void> {
    this.#access = undefined
    removeSignedInMark()
    this.#channel.post({ type: 'signed-out' })
  }

  /**
   * Returns a token other than the refused one, or undefined if the session is over. Concurrent calls share
   * one refresh.
   */
  renewed(refused: string | undefined): Promise<string | undefined> {
    if (this.#access && this.#access.accessToken !== refused) return Promise.resolve(this.#access.accessToken)
    this.#renewing ??= this.#renew(refused).finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  #renew(refused: string | undefined): Promise<string | undefined> {
    return withLock(async (hasWaited) => {
      if (hasWaited && !this.#hasOther(refused)) await this.#nextToken()
      if (this.#hasOther(refused)) return this.#access?.accessToken
      try {
        const access = this.#take(await this.#refresh())
        this.#channel.post({ type: 'token', ...access })
        return access.accessToken
      } catch (fault) {
        if (!(fault instanceof LyceumError) || (fault.status !== 401 && fault.status !== 403)) throw fault
        await this.clear()
        this.#events.onSignedOut()
        return undefined
      }
    })
  }

  #take({ accessToken, expiresIn, user }: CookieSignedIn): Access {
    this.#access = { accessToken, expiresAt: Date.now() + expiresIn * 1000, userId: user.id }
    this.#events.onUser(user)
    return this.#access
  }

  #hasOther(refused: string | undefined): boolean {
    return this.#access !== undefined && this.#access.accessToken !== refused
  }

  #nextToken(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, OTHER_TAB_MS)
      this.#onToken = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  #receive(message: SessionMessage): void {
    if (message.type === 'signed-out') {
      this.#access = undefined
      this.#events.onSignedOut()
      return
    }
    const { type, ...access } = message
    const isNew = type === 'signed-in' || (this.#access && this.#access.userId !== access.userId)
    this.#access = access
    this.#onToken?.()
    this.#onToken = undefined
    if (isNew) this.#events.onOtherTab()
  }
}

/**
 * Runs under a lock that all tabs of this browser share, if the browser has locks. Returns whether it had to
 * wait.
 */
function withLock<T>(work: (hasWaited: boolean) => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks
  if (!locks) return work(false)
  return locks
    .request(LOCK, { ifAvailable: true }, async (lock) => (lock ? { done: await work(false) } : undefined))
    .then((outcome) => (outcome ? outcome.done : locks.request(LOCK, () => work(true)))) as Promise<T>
}

/** The service sets this cookie together with the one that has the token; it contains no secret. */
function markName(): string {
  const { port } = globalThis.location
  return `lyceum_signed_in${port ? `_${port}` : ''}`
}

function hasSignedInMark(): boolean {
  return globalThis.document.cookie.split('; ').includes(`${markName()}=1`)
}

function removeSignedInMark(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the cookie store.
  globalThis.document.cookie = `${markName()}=; Path=/; SameSite=Strict; Max-Age=0`
}
