import type { Config } from '../../platform/config/config.ts'
import type { PlainRoute } from '../../platform/http/plain-route.ts'
import type { WebSettings } from './app-page.ts'

const PATH = '/web/sign-in/return'
const SCREEN = '/sign-in'
const MAX_BYTES = 32 * 1024
/** What the screen needs; everything else of the provider is dropped. */
const FIELDS = ['id_token', 'state', 'error']

/** The providers whose buttons the applications show. */
export function socialSettings(config: Config): WebSettings['signInWith'] {
  return (['google', 'apple'] as const).flatMap((provider) => {
    const { webClientId: clientId, authorizeUrl } = config.social[provider]
    return clientId ? [{ provider, clientId, authorizeUrl, returnPath: PATH }] : []
  })
}

/**
 * Google and Apple post the ID token to this address. It goes on to the screen in the fragment of the address, which
 * browsers send to no server. The screen compares `state` and signs in.
 */
export function socialReturnRoute(): PlainRoute {
  return {
    path: PATH,
    handle: () => redirect(SCREEN),
    submit: async (request) => {
      const length = Number(request.headers.get('content-length') ?? Number.NaN)
      if (!(length <= MAX_BYTES)) return redirect(SCREEN)
      const posted = new URLSearchParams(await request.text())
      const passed = new URLSearchParams()
      for (const field of FIELDS) if (posted.has(field)) passed.set(field, posted.get(field)!)
      return redirect(`${SCREEN}#${passed}`)
    },
  }
}

function redirect(location: string): Response {
  const headers = { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
  return new Response(null, { status: 303, headers })
}
