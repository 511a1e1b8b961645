import { SESSION_IDLE_MS } from '../../../modules/sessions/public/create-session.ts'

/**
 * The refresh token of a browser, which no script can read, and a flag without a secret by which the applications know
 * that there is one. Over http the names carry the port: browsers do not distinguish the ports of a host.
 */
export class SessionCookies {
  readonly #isSecure: boolean

  constructor(publicUrl: string) {
    this.#isSecure = publicUrl.startsWith('https:')
  }

  read(request: Request): string | undefined {
    return readCookie(request, this.#tokenName(request))
  }

  set(headers: Headers, request: Request, refreshToken: string): void {
    const seconds = Math.floor(SESSION_IDLE_MS / 1000)
    headers.append(
      'set-cookie',
      `${this.#tokenName(request)}=${refreshToken}; HttpOnly; ${this.#rules(seconds)}`,
    )
    headers.append('set-cookie', `${markName(request)}=1; ${this.#rules(seconds)}`)
  }

  clear(headers: Headers, request: Request): void {
    headers.append('set-cookie', `${this.#tokenName(request)}=; HttpOnly; ${this.#rules(0)}`)
    headers.append('set-cookie', `${markName(request)}=; ${this.#rules(0)}`)
  }

  #tokenName(request: Request): string {
    return this.#isSecure ? '__Host-lyceum_refresh' : `lyceum_refresh${portOf(request)}`
  }

  #rules(seconds: number): string {
    return `Path=/; SameSite=Strict; Max-Age=${seconds}${this.#isSecure ? '; Secure' : ''}`
  }
}

/** Whether the browser that loads a page has a session, as far as the flag says. */
export function isSignedInBrowser(request: Request): boolean {
  return readCookie(request, markName(request)) !== undefined
}

export function readCookie(request: Request, name: string): string | undefined {
  const wanted = `${name}=`
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(wanted))?.slice(wanted.length) || undefined
}

function markName(request: Request): string {
  return `lyceum_signed_in${portOf(request)}`
}

function portOf(request: Request): string {
  const port = /:(\d+)$/.exec(request.headers.get('host') ?? '')?.[1]
  return port ? `_${port}` : ''
}
