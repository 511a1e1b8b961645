import { CookieSession } from './cookie-session.ts'
import { eachItem, type ItemOf, type ListOperation } from './each-item.ts'
import type { Methods } from './generated-methods.ts'
import {
  type Answer,
  type Given,
  type GivenArguments,
  HttpClient,
  type LyceumOptions,
  type Operation,
} from './http-client.ts'
import { Live } from './live.ts'
import { createMethods } from './named-methods.ts'
import { withHooks } from './request-hooks.ts'
import { type ClientSession, Session } from './session.ts'
import { memoryStorage } from './tokens.ts'
import { type UploadListeners, withUploadProgress } from './upload-progress.ts'

export type { Fetch } from './attempt.ts'
export type { ItemOf, ListOperation } from './each-item.ts'
/** The types of the API document: `Api.Course`, `Api.Profile`, … */
export type * as Api from './generated.ts'
export type { Methods } from './generated-methods.ts'
export type { Answer, Given, LyceumOptions, Operation } from './http-client.ts'
export type { Frame, FrameType, Live, LiveSocket, LiveState } from './live.ts'
export { type ErrorCode, LyceumError } from './lyceum-error.ts'
export type { OutgoingRequest, RequestHooks, RequestResult } from './request-hooks.ts'
export {
  type KeyValueStorage,
  keyValueStorage,
  memoryStorage,
  type TokenStorage,
  type Tokens,
} from './tokens.ts'
export type { OnUploadProgress, UploadProgress } from './upload-progress.ts'
export {
  signWebhook,
  verifyWebhook,
  type WebhookHeaders,
  type WebhookToSign,
  type WebhookToVerify,
} from './webhook-signature.ts'

/** Whether this device has a session. */
export type AuthState = 'signed-in' | 'signed-out'

export function createLyceum(options: LyceumOptions): Lyceum {
  return new Lyceum(options)
}

/** A client of the service for one user. */
export class Lyceum extends HttpClient {
  readonly #authListeners: Set<(state: AuthState) => void>
  readonly #uploads: UploadListeners
  #api: Methods | undefined

  constructor(options: LyceumOptions) {
    const listeners = new Set<(state: AuthState) => void>()
    const emit = (state: AuthState) => {
      for (const listener of [...listeners]) listener(state)
    }
    const { onUser = () => undefined } = options
    const onSignedOut = () => {
      options.onSignedOut?.()
      emit('signed-out')
    }
    const onOtherTab = () => {
      options.onOtherTab?.()
      emit('signed-in')
    }
    const uploads: UploadListeners = new WeakMap()
    super({ ...options, fetch: fetchOf(options, uploads) }, ({ byToken, byCookie }) =>
      observed(
        options.cookieSession
          ? new CookieSession(byCookie, { onSignedOut, onUser, onOtherTab })
          : new Session(options.storage ?? memoryStorage(), byToken, { onSignedOut, onOtherTab }),
        emit,
      ),
    )
    this.#authListeners = listeners
    this.#uploads = uploads
  }

  /**
   * The operations of the API document as methods: `lyceum.api.getCourse({ path: { id } })` is
   * `lyceum.call('GET /course/{id}', { path: { id } })`.
   */
  get api(): Methods {
    this.#api ??= createMethods(this)
    return this.#api
  }

  override async call<O extends Operation>(operation: O, ...given: GivenArguments<O>): Promise<Answer<O>> {
    const { body, onUploadProgress } = (given[0] ?? {}) as Pick<Given<O>, 'onUploadProgress'> & {
      body?: unknown
    }
    if (onUploadProgress && body instanceof FormData) this.#uploads.set(body, onUploadProgress)
    return super.call(operation, ...given)
  }

  /**
   * The items of a list, from all its pages: `for await (const course of lyceum.each('GET /course'))`. A page is read
   * when the program needs it.
   */
  each<O extends ListOperation>(
    operation: O,
    ...[given]: GivenArguments<O>
  ): AsyncGenerator<ItemOf<O>, void, undefined> {
    return eachItem(this, operation, given as Given<O> | undefined)
  }

  /**
   * Calls `listener` when a user signs in or out, here or in another tab, and when the session ends. Returns a function
   * that unsubscribes.
   */
  onAuthState(listener: (state: AuthState) => void): () => void {
    this.#authListeners.add(listener)
    return () => this.#authListeners.delete(listener)
  }

  /**
   * Opens the live channel: battles, contests, notifications. It connects immediately and reconnects if
   * necessary.
   */
  live(): Live {
    return new Live(this.liveDeps())
  }
}

/** Emits the sign-ins and sign-outs of this program. The session reports those that come from elsewhere. */
function observed(session: ClientSession, emit: (state: AuthState) => void): ClientSession {
  return {
    accessToken: () => session.accessToken(),
    freshToken: () => session.freshToken(),
    renewed: (refused) => session.renewed(refused),
    store: async (data) => {
      await session.store(data)
      emit('signed-in')
    },
    clear: async () => {
      await session.clear()
      emit('signed-out')
    },
  }
}

function fetchOf({ fetch, hooks }: LyceumOptions, uploads: UploadListeners) {
  const plain = fetch ?? ((url: string, init: RequestInit) => globalThis.fetch(url, init))
  const uploading = withUploadProgress(plain, uploads, fetch === undefined)
  return hooks ? withHooks(uploading, hooks) : uploading
}
