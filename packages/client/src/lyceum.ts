import { CookieSession } from './cookie-session.ts'
import { HttpClient, type LyceumOptions } from './http-client.ts'
import { Live } from './live.ts'
import { Session } from './session.ts'
import { memoryStorage } from './tokens.ts'

export type { Fetch } from './attempt.ts'
/** The types of the API document: `Api.Course`, `Api.Profile`, … */
export type * as Api from './generated.ts'
export type { Answer, Given, LyceumOptions, Operation } from './http-client.ts'
export type { Frame, FrameType, Live, LiveSocket, LiveState } from './live.ts'
export { type ErrorCode, LyceumError } from './lyceum-error.ts'
export {
  type KeyValueStorage,
  keyValueStorage,
  memoryStorage,
  type TokenStorage,
  type Tokens,
} from './tokens.ts'

export function createLyceum(options: LyceumOptions): Lyceum {
  return new Lyceum(options)
}

/** A client of the service for one user. */
export class Lyceum extends HttpClient {
  constructor(options: LyceumOptions) {
    const { onSignedOut = () => undefined, onUser = () => undefined, onOtherTab = () => undefined } = options
    super(options, ({ byToken, byCookie }) =>
      options.cookieSession
        ? new CookieSession(byCookie, { onSignedOut, onUser, onOtherTab })
        : new Session(options.storage ?? memoryStorage(), byToken, onSignedOut),
    )
  }

  /**
   * Opens the live channel: battles, contests, notifications. It connects immediately and reconnects if
   * necessary.
   */
  live(): Live {
    return new Live(this.liveDeps())
  }
}
