import { PRODUCTION_LIMITS } from '../platform/config/default-limits.ts'
import { DEVELOPMENT_SECRETS } from '../platform/config/variables.ts'
import { DEMO_USERS } from './demo/demo-users.ts'

/** The parts of an OpenAPI document that the introduction needs. */
export interface DescribedApi {
  info: { description: string }
  paths: Record<string, Record<string, { responses?: Record<string, Described> }>>
  components: { responses: Record<string, Described> }
}
interface Described {
  $ref?: string
  'x-refusals'?: { code: string; message: string }[]
}

/** The introduction of the API document, in Markdown. The reference at `/docs` shows it before the endpoints. */
export function apiIntroduction(document: DescribedApi): string {
  return [
    'The backend of a gamified learning platform.',
    GETTING_STARTED,
    demoUsers(),
    RESPONSES,
    LISTS,
    IDEMPOTENCY,
    COMPATIBILITY,
    rateLimits(),
    LIVE_CHANNEL,
    webhooks(),
    CLIENT,
    errorCodes(document),
  ].join('\n\n')
}

const GETTING_STARTED = `# Getting started

1. Sign in with \`POST /api/v2/auth/login\`, or register with \`POST /api/v2/auth/register\`. The response has an \`accessToken\` and a \`refreshToken\`.
2. Send the access token as \`Authorization: Bearer <accessToken>\`. It is valid for 15 minutes.
3. When the service responds with \`TOKEN_EXPIRED\`, exchange the refresh token for a new pair with \`POST /api/v2/auth/refresh\`.

On the page \`/docs\` of a running service, use “Test Request” of the sign-in. The page then sends the access token with the next requests.`

function demoUsers(): string {
  const rows = DEMO_USERS.map(
    ({ email, password, role }) => `| \`${email}\` | \`${password}\` | \`${role}\` |`,
  )
  return `# Demo users

A service in development mode creates these users at the start. The learner has completed a course, so that there are XP, gems, badges, notifications and a certificate to read. A service in production has none of them.

| e-mail | password | role |
| --- | --- | --- |
${rows.join('\n')}`
}

const RESPONSES = `# Responses and errors

Most responses are \`{ "success": true, "data": … }\`; some endpoints return a bare object, as their schema shows. Errors are \`{ "success": false, "message": …, "error": { "code": …, "requestId": … } }\`, or RFC 9457 with \`Accept: application/problem+json\`. Programs use \`error.code\`; every endpoint lists its codes by status. Temporary errors have a \`Retry-After\` header with the seconds to wait.`

const LISTS = `# Lists

Most lists accept \`page\` and \`limit\` and return \`meta\` with the total. Notifications, ledger entries, battles and media grow at their head, so that a page number shows an item twice when a new one has come. Their \`meta.nextCursor\` continues after the last item: send it as \`cursor\` until it is null.

Unknown query parameters are ignored. Under \`/api/v2/admin\` they are refused with 400, so that a misspelt filter does not list everything.`

const IDEMPOTENCY = `# Idempotency

Every request that changes something accepts an \`Idempotency-Key\` header: a repeated request with the same key and body returns the first response for 24 hours. Create a new random key for every operation, and send the same key only when you repeat that operation.`

const COMPATIBILITY = `# Compatibility

Version 2 of the API is the prefix \`/api/v2\`. A client that follows these rules works with every later release of version 2.

These things may come without notice. A client must accept them:

- new endpoints, and new optional fields, query parameters and headers of a request;
- new fields of a response: ignore the fields that you do not know;
- new values of an \`enum\` in a response, such as a kind of slide, a notification type or a status: show a neutral text for an unknown one;
- new error codes of a status: act on the codes that you know, and on the status for the others;
- other texts of \`message\`, other limits, another order of fields, and other names in \`components/responses\`;
- a request body or a field that is no longer required.

These things never change in version 2:

- the path, the method and the \`operationId\` of an endpoint, and its status for a success;
- the name, the type and the meaning of a field, and whether a response always has it;
- the meaning of an error code, and the kind of its status (4xx or 5xx);
- what a request without a new optional field does.

Every other change needs a new prefix.`

function rateLimits(): string {
  const limit = ({ count, windowSeconds }: { count: number; windowSeconds: number }) =>
    `${count} in ${windowSeconds} seconds`
  const { general, credentialsPerAddress, credentialsPerAccount } = PRODUCTION_LIMITS
  return `# Rate limits

A service in production has these limits unless its operator sets others. In development they are higher.

| what | limit |
| --- | --- |
| requests of a user, or of a network without a token | ${limit(general)} |
| requests with credentials, by network | ${limit(credentialsPerAddress)} |
| wrong passwords and second factors, by account | ${limit(credentialsPerAccount)} |

The headers \`RateLimit\` and \`RateLimit-Policy\` of a response say what is left. Above a limit the response is 429 \`RATE_LIMITED\` with \`Retry-After\`.`
}

const LIVE_CHANNEL = `# Live channel

Events of battles, contests and notifications are sent over a WebSocket. Its frames are described at [/docs/live](/docs/live), and for programs in [/asyncapi.json](/asyncapi.json).`

function webhooks(): string {
  const { CONTRACT_WEBHOOK_SECRET, REVENUECAT_WEBHOOK_KEY } = DEVELOPMENT_SECRETS
  return `# Webhooks

Other systems send events to these endpoints. Each has its own secret, a setting of the service. In development the secrets are public, so that you can send events yourself. Production requires others.

| endpoint | setting | in development |
| --- | --- | --- |
| \`POST /api/v2/webhook/contract-events\` | \`CONTRACT_WEBHOOK_SECRET\` | \`${CONTRACT_WEBHOOK_SECRET}\` |
| \`POST /api/v2/webhooks/revenuecat\` | \`REVENUECAT_WEBHOOK_KEY\` | \`${REVENUECAT_WEBHOOK_KEY}\` |
| \`POST /api/v2/webhooks/payments/{provider}\` | \`FONBNK_WEBHOOK_SECRET\`, \`YELLOW_CARD_SECRET\` | none; the sandbox signs its own events |

\`signWebhook\` of the TypeScript client returns the headers of a contract event.`
}

const CLIENT = `# TypeScript client

The folder \`packages/client\` of the project has a typed client for browsers, Node, Bun and React Native. It stores and refreshes tokens, repeats requests safely and keeps the live channel connected. Its README describes the installation.

\`\`\`ts
import { createLyceum } from 'lyceum-client'

const lyceum = createLyceum({ url: 'http://localhost:3000' })
await lyceum.call('POST /auth/login', { body: { email: 'learner@lyceum.local', password: 'learner-demo-1' } })
const { data: profile } = await lyceum.call('GET /user/profile')
\`\`\``

/** Every code is a heading, because the search of the reference finds headings. */
function errorCodes(document: DescribedApi): string {
  const codes = new Map<string, Map<string, Set<string>>>()
  for (const operations of Object.values(document.paths))
    for (const { responses = {} } of Object.values(operations))
      for (const [status, response] of Object.entries(responses))
        for (const { code, message } of refusalsOf(document, response)) {
          const statuses = codes.get(code) ?? new Map<string, Set<string>>()
          codes.set(code, statuses.set(status, (statuses.get(status) ?? new Set()).add(message)))
        }
  const sections = [...codes]
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
    .flatMap(([code, statuses]) => [
      `## ${code}`,
      ...[...statuses].map(([status, texts]) => `Status ${status}. ${[...texts].join(' Or: ')}`),
    ])
  return ['# Error codes', 'Every code that an endpoint can return.', ...sections].join('\n\n')
}

function refusalsOf({ components }: DescribedApi, response: Described) {
  const shared = response.$ref && components.responses[response.$ref.split('/').at(-1)!]
  return (shared || response)['x-refusals'] ?? []
}
