import packageJson from '../../package.json' with { type: 'json' }
import type { IdentityParts } from '../modules/identity/identity.ts'
import { identityRoutes } from '../modules/identity/routes.ts'
import { keyRoutes } from '../modules/identity/tokens/routes.ts'
import { PROFILE_EXAMPLE } from '../modules/profiles/profile.ts'
import { profileRoutes } from '../modules/profiles/routes.ts'
import type { Endpoint } from '../platform/http/endpoint.ts'
import { type MountedEndpoint, openApiDocument } from '../platform/http/openapi.ts'
import { PERSONAL_DATA } from './personal-data.ts'

const API = '/api/v2'

/** Module by module: where its endpoints are. */
export function createRoutes(identity: IdentityParts): MountedEndpoint[] {
  const { platform } = identity
  return [
    ...mounted(API, identityRoutes(identity, PROFILE_EXAMPLE)),
    ...mounted(API, profileRoutes(platform, PERSONAL_DATA)),
    ...mounted('', keyRoutes(identity.keys)),
  ]
}

function mounted(prefix: string, endpoints: Endpoint[]): MountedEndpoint[] {
  return endpoints.map((endpoint) => ({ endpoint, path: prefix + endpoint.path }))
}

export function describeApi(routes: MountedEndpoint[], serverUrl: string): object {
  return openApiDocument(routes, {
    title: 'Lyceum',
    version: packageJson.version,
    serverUrl,
    description: [
      'The backend of a gamified learning platform.',
      'Answers are `{ "success": true, "data": … }`. Refusals are `{ "success": false, "message": …, "error": { "code": … } }`, or RFC 9457 with `Accept: application/problem+json`.',
      'Every request that changes something may carry an `Idempotency-Key`: sent again, it gives the first answer.',
    ].join('\n\n'),
    tags: [
      { name: 'Sign-in', description: 'Ways to get a session: password, mailed code, Google, Apple.' },
      {
        name: 'Sessions',
        description: 'Refreshing, listing and ending sessions, and the keys that sign their tokens.',
      },
      { name: 'Two-factor sign-in', description: 'A second factor by an authenticator app.' },
      { name: 'Profile', description: 'What a user says of themselves, all of their data, and farewell.' },
    ],
  })
}
