import { hasAdmin } from '../../../modules/accounts/public/has-admin.ts'
import { closeSetup, findOpenSetup } from '../../../modules/site-settings/public/setup.ts'
import type { Platform } from '../../../platform/platform.ts'
import { constantTimeEqual, hmacSha256, sha256 } from '../../../platform/secrets.ts'
import { logPageFailure } from '../log-page-failure.ts'

/**
 * Whether this installation waits for its first administrator. The token is derived from the secret key and a random
 * value in the database: every process has the same one, a copy of the database alone does not reveal it, and a new
 * database has another. It is used once, because the setup is closed afterwards.
 */
export class SetupGate {
  readonly #platform: Platform
  /** A closed setup never opens again. */
  #isClosed: boolean

  constructor(platform: Platform) {
    this.#platform = platform
    this.#isClosed = platform.config.setup === 'off'
  }

  get needsToken(): boolean {
    return this.#platform.config.setup === 'token'
  }

  async isOpen(): Promise<boolean> {
    return (await this.#findToken()) !== undefined
  }

  /** For pages: without a database there is no setup. */
  async isShown(): Promise<boolean> {
    try {
      return await this.isOpen()
    } catch (error) {
      logPageFailure(error, 'reading the state of the setup failed')
      return false
    }
  }

  /** Whether the token is right, in constant time. */
  async accepts(given: string | undefined): Promise<boolean> {
    if (!this.needsToken) return true
    const token = await this.#findToken()
    return token !== undefined && constantTimeEqual(sha256(given ?? ''), sha256(token))
  }

  /** The address of the setup for the start log. The token is in the fragment, which browsers do not send. */
  async findAddress(): Promise<string | undefined> {
    const token = await this.#findToken()
    if (token === undefined) return undefined
    return `${this.#platform.config.publicUrl}/setup${this.needsToken ? `#token=${token}` : ''}`
  }

  /** Closes the setup of a database that has an administrator, such as one that was restored or filled by hand. */
  async closeIfAdminExists(now: Date): Promise<void> {
    const { db, write } = this.#platform
    if (!(await this.isOpen()) || !(await hasAdmin(db))) return
    await write(async (tx) => void (await closeSetup(tx, now)))
    this.#isClosed = true
  }

  async #findToken(): Promise<string | undefined> {
    if (this.#isClosed) return undefined
    const setup = await findOpenSetup(this.#platform.db)
    if (!setup) this.#isClosed = true
    return setup && hmacSha256('setup token', setup.salt.toString('hex')).toString('base64url')
  }
}
