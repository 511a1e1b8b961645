import type { Fetch } from './attempt.ts'

/** A request that is about to be sent. */
export interface OutgoingRequest {
  method: string
  url: string
  /** May be changed: a header of a tracing library, for example. */
  headers: Record<string, string>
}

/** The result of one attempt. */
export interface RequestResult {
  method: string
  url: string
  /** HTTP status; 0 without a response. */
  status: number
  durationMs: number
  requestId: string | undefined
  /** Why there was no response. */
  error?: unknown
}

/** Functions that see every attempt of a request. An error in one of them is reported and changes nothing. */
export interface RequestHooks {
  onRequest?: (request: OutgoingRequest) => void | Promise<void>
  onResponse?: (result: RequestResult) => void | Promise<void>
}

/** Calls the hooks around every request. */
export function withHooks(fetch: Fetch, { onRequest, onResponse }: RequestHooks): Fetch {
  return async (url, init) => {
    const request: OutgoingRequest = {
      method: init.method ?? 'GET',
      url,
      headers: { ...(init.headers as Record<string, string>) },
    }
    await reported(() => onRequest?.(request))
    const { method, headers } = request
    const startedAt = performance.now()
    const finish = (result: Pick<RequestResult, 'status' | 'requestId' | 'error'>) =>
      reported(() => onResponse?.({ method, url, durationMs: performance.now() - startedAt, ...result }))
    try {
      const response = await fetch(url, { ...init, headers })
      await finish({ status: response.status, requestId: response.headers.get('x-request-id') ?? undefined })
      return response
    } catch (error) {
      await finish({ status: 0, requestId: undefined, error })
      throw error
    }
  }
}

async function reported(hook: () => void | Promise<void> | undefined): Promise<void> {
  try {
    await hook()
  } catch (error) {
    setTimeout(() => {
      throw error
    })
  }
}
