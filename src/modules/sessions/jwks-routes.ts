import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { z } from '../../platform/zod.ts'
import type { KeyRing } from './signing-keys.ts'

/** Mounted at the root of the server, the standard place for JWT libraries. */
export function jwksRoutes(keys: KeyRing): Endpoint[] {
  return [
    endpoint({
      method: 'get',
      path: '/.well-known/jwks.json',
      tag: 'Sessions',
      summary: 'Get the public keys of access tokens',
      access: 'public',
      response: {
        withoutEnvelope: true,
        data: z.object({
          keys: z.array(
            z.looseObject({ kid: z.string(), kty: z.string(), alg: z.string(), use: z.string() }),
          ),
        }),
        example: {
          keys: [{ kid: 'Qm9v…', kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', x: '…', y: '…' }],
        },
      },
      handle: () => ({ keys: keys.publicKeys() as { kid: string; kty: string; alg: string; use: string }[] }),
    }),
  ]
}
