import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { type CanActivate, type ExecutionContext, Injectable, UnauthorizedException } from '@nestjs/common'

type Verified = { userId: string; expiresAtMs: number }
type AuthenticatedRequest = { headers: { authorization?: string }; user?: { id: string } }

const MAX_CACHED = 50_000
const key = createSecretKey(Buffer.from(process.env.JWT_SECRET!))

/** Verifies a token once and caches it until it expires, as Lyceum does. Passport would do all of it per request. */
@Injectable()
export class TokenGuard implements CanActivate {
  private readonly cache = new Map<string, Verified>()

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>()
    const [scheme, token] = request.headers.authorization?.split(' ') ?? []
    const verified = scheme === 'Bearer' && token ? (this.cache.get(token) ?? this.verify(token)) : undefined
    if (!verified || verified.expiresAtMs <= Date.now()) throw new UnauthorizedException()
    request.user = { id: verified.userId }
    return true
  }

  private verify(token: string): Verified | undefined {
    const [header, claims, signature] = token.split('.')
    if (!header || !claims || !signature) return undefined
    const expected = createHmac('sha256', key).update(`${header}.${claims}`).digest()
    const given = Buffer.from(signature, 'base64url')
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
    const { alg } = decode(header)
    const { sub, exp } = decode(claims)
    if (alg !== 'HS256' || typeof sub !== 'string' || typeof exp !== 'number') return undefined
    const verified = { userId: sub, expiresAtMs: exp * 1000 }
    if (this.cache.size >= MAX_CACHED) this.cache.clear()
    this.cache.set(token, verified)
    return verified
  }
}

function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString())
}
