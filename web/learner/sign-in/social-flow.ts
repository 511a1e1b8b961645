import type { settings } from '../../ui/api/settings.ts'

export type Provider = (typeof settings)['signInWith'][number]

/** What this tab must know when the provider sends the user back. */
export interface StartedSignIn {
  provider: Provider['provider']
  state: string
  nonce: string
  next?: string
  ref?: string
}

const STORED = 'lyceum.socialSignIn'

/** Stores what the return needs, and returns the address at the provider. */
export function startSignIn(
  { provider, clientId, authorizeUrl, returnPath }: Provider,
  { next, ref }: { next?: string | undefined; ref?: string | undefined },
): string {
  const started: StartedSignIn = {
    provider,
    state: crypto.randomUUID(),
    nonce: crypto.randomUUID(),
    ...(next ? { next } : {}),
    ...(ref ? { ref } : {}),
  }
  sessionStorage.setItem(STORED, JSON.stringify(started))
  const url = new URL(authorizeUrl)
  const asked = {
    client_id: clientId,
    redirect_uri: location.origin + returnPath,
    // Apple gives the ID token only together with a code, which is not used.
    response_type: provider === 'apple' ? 'code id_token' : 'id_token',
    response_mode: 'form_post',
    scope: provider === 'apple' ? 'email' : 'openid email',
    state: started.state,
    nonce: started.nonce,
  }
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
  return url.href
}

/** The sign-in that this tab started, if the return belongs to it. It is used once. */
export function takeStartedSignIn(state: string | null): StartedSignIn | undefined {
  const stored = sessionStorage.getItem(STORED)
  sessionStorage.removeItem(STORED)
  if (!stored || state === null) return undefined
  const started: StartedSignIn = JSON.parse(stored)
  return started.state === state ? started : undefined
}
