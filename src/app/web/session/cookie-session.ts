import { commonErrors } from '../../../platform/errors.ts'
import { deriveRequest } from '../../../platform/http/derived-request.ts'
import type { RoutedRequest } from '../../../platform/http/pipeline.ts'
import { errorResponse, requestIdOf } from '../../../platform/http/response.ts'
import type { EndpointRoutes } from '../../../platform/http/server.ts'
import { hmacSha256 } from '../../../platform/secrets.ts'
import { SETUP_PATH } from '../setup/setup-endpoints.ts'
import type { SessionCookies } from './cookies.ts'
import { requireSameOrigin } from './same-origin.ts'

const API = '/api/v2/auth'
const WEB = '/web/session'
const SIGN_IN = ['/register', '/login', '/otp/login', '/social']
const SIGN_OUT = ['/logout', '/logout-all']
/** Statuses that mean that the session has ended and the cookie must be deleted. */
const ENDED = [401, 403]

type Respond = (request: RoutedRequest) => Promise<Response>

/**
 * Browser sessions: the sign-in endpoints again below `/web/session`, with the refresh token in a cookie instead of the
 * response. Each calls the specified endpoint, so limits, second factor and idempotency are the same.
 */
export function cookieSessionRoutes(
  publicUrl: string,
  cookies: SessionCookies,
): (endpoints: EndpointRoutes) => EndpointRoutes {
  return (endpoints) => {
    const endpointOf = (path: string): Respond => endpoints[`${API}${path}`]!.POST!

    /** Moves the refresh token of a successful response into the cookie. */
    async function withCookie(response: Response, request: Request): Promise<Response> {
      if (!response.ok) return response
      const headers = new Headers(response.headers)
      const { data, ...rest } = (await response.json()) as { data: { refreshToken: string } }
      const { refreshToken, ...visible } = data
      cookies.set(headers, request, refreshToken)
      return new Response(JSON.stringify({ ...rest, data: visible }), { status: response.status, headers })
    }

    /** Deletes the cookie if the session has ended. */
    function withoutCookie(response: Response, request: Request): Response {
      if (!response.ok && !ENDED.includes(response.status)) return response
      const headers = new Headers(response.headers)
      cookies.clear(headers, request)
      return new Response(response.body, { status: response.status, headers })
    }

    /** Two requests with the same cookie get the same pair: the idempotency key is derived from the token. */
    async function refresh(request: Request): Promise<Response> {
      const refreshToken = cookies.read(request)
      if (!refreshToken) throw commonErrors.unauthenticated()
      const key = hmacSha256('browser refresh', refreshToken).toString('hex').slice(0, 40)
      const inner = deriveRequest(request, { headers: { 'idempotency-key': key }, body: { refreshToken } })
      return endpointOf('/refresh')(inner as RoutedRequest)
    }

    /** Needs only the cookie: the access token of the page may have expired. */
    async function signOut(path: string, request: Request): Promise<Response> {
      const refreshed = await refresh(request)
      if (!refreshed.ok) return withoutCookie(refreshed, request)
      const { data } = (await refreshed.json()) as { data: { accessToken: string } }
      const inner = deriveRequest(request, { headers: { authorization: `Bearer ${data.accessToken}` } })
      return withoutCookie(await endpointOf(path)(inner as RoutedRequest), request)
    }

    const guarded =
      (respond: Respond): Respond =>
      async (request) => {
        try {
          requireSameOrigin(request, publicUrl)
          return await respond(request)
        } catch (error) {
          return errorResponse(error, { requestId: requestIdOf(request), headers: {} }, request)
        }
      }

    return Object.fromEntries([
      ...SIGN_IN.map((path) => [
        `${WEB}${path}`,
        { POST: guarded(async (request) => withCookie(await endpointOf(path)(request), request)) },
      ]),
      [
        `${WEB}/refresh`,
        {
          POST: guarded(async (request) => {
            const response = await refresh(request)
            return response.ok ? withCookie(response, request) : withoutCookie(response, request)
          }),
        },
      ],
      // The first run signs the new administrator in.
      [
        SETUP_PATH,
        {
          ...endpoints[SETUP_PATH],
          POST: guarded(async (request) => withCookie(await endpoints[SETUP_PATH]!.POST!(request), request)),
        },
      ],
      ...SIGN_OUT.map((path) => [`${WEB}${path}`, { POST: guarded((request) => signOut(path, request)) }]),
    ]) as EndpointRoutes
  }
}
