import { commonErrors, type Refusal } from '../../../platform/errors.ts'
import { deriveRead } from '../../../platform/http/derived-request.ts'
import type { RoutedRequest } from '../../../platform/http/pipeline.ts'
import type { EndpointRoutes } from '../../../platform/http/server.ts'
import type { EndpointParameters } from './page-renderer.ts'

const API = '/api/v2'

/** Calls the endpoints of this process, with the limits and the responses that any client gets. */
export class EndpointReads {
  #endpoints: EndpointRoutes = {}

  attach(endpoints: EndpointRoutes): void {
    this.#endpoints = endpoints
  }

  /** `GET /public/courses/{id}`. Returns undefined for 404, and throws if the endpoint has another error. */
  readPublic(source: Request, operation: string, given: EndpointParameters): Promise<unknown> {
    if (!operation.startsWith('GET /public/')) throw new Error(`${operation} is not public.`)
    return this.#read(source, operation, given, {})
  }

  /** The same for an endpoint that needs a user. */
  readAs(
    accessToken: string,
    source: Request,
    operation: string,
    given: EndpointParameters,
  ): Promise<unknown> {
    return this.#read(source, operation, given, { authorization: `Bearer ${accessToken}` })
  }

  async #read(
    source: Request,
    operation: string,
    { path = {}, query = {} }: EndpointParameters,
    headers: Record<string, string>,
  ): Promise<unknown> {
    const pattern = API + operation.replace(/^GET /, '')
    const respond = this.#endpoints[pattern.replace(/\{(\w+)\}/g, ':$1')]?.GET
    if (!respond) throw new Error(`${operation} does not exist.`)
    const filled = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''))
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const request = deriveRead(source, search.size > 0 ? `${filled}?${search}` : filled, headers)
    const response = await respond(Object.assign(request, { params: path }) as RoutedRequest)
    if (response.status === 404) return undefined
    if (response.ok) return response.json()
    throw await refusalOf(response)
  }
}

/** The same refusal for the page, so that a crawler sees the status and when to come back. */
async function refusalOf(response: Response): Promise<Refusal> {
  const retryAfterSeconds = Number(response.headers.get('retry-after') ?? 1)
  return response.status === 429
    ? commonErrors.rate_limited({ retryAfterSeconds })
    : commonErrors.overloaded({ retryAfterSeconds })
}
