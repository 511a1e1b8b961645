import packageJson from '../../package.json' with { type: 'json' }
import { accountRoutes } from '../modules/accounts/routes.ts'
import { adminRoutes } from '../modules/admin/routes.ts'
import { badgeRoutes } from '../modules/badges/routes.ts'
import { battleResultRoutes } from '../modules/battle-results/routes.ts'
import { battleRoomRoutes } from '../modules/battle-rooms/routes.ts'
import { capstoneRoutes } from '../modules/capstones/routes.ts'
import { pathRoutes } from '../modules/catalog/routes.ts'
import { certificateRoutes } from '../modules/certificates/routes.ts'
import { contestRoutes } from '../modules/contests/routes.ts'
import { leaderboardRoutes } from '../modules/leaderboards/routes.ts'
import { ledgerRoutes } from '../modules/ledger/routes.ts'
import type { Matchmaking } from '../modules/matchmaking/create-matchmaking.ts'
import { matchmakingRoutes } from '../modules/matchmaking/routes.ts'
import { notificationRoutes } from '../modules/notifications/routes.ts'
import { paymentRoutes } from '../modules/payment-orders/routes.ts'
import { PROFILE_EXAMPLE } from '../modules/profiles/profile.ts'
import { profileRoutes } from '../modules/profiles/routes.ts'
import { progressRoutes } from '../modules/progress/routes.ts'
import { promotionRoutes } from '../modules/promotions/routes.ts'
import { referralRoutes } from '../modules/referrals/routes.ts'
import { roadmapRoutes } from '../modules/roadmaps/routes.ts'
import { jwksRoutes } from '../modules/sessions/jwks-routes.ts'
import { sessionRoutes } from '../modules/sessions/routes.ts'
import { signInRoutes } from '../modules/sign-in/routes.ts'
import { streakRoutes } from '../modules/streaks/routes.ts'
import { hasPremium } from '../modules/subscriptions/public/has-premium.ts'
import { subscriptionRoutes } from '../modules/subscriptions/routes.ts'
import { walletRoutes } from '../modules/wallet/routes.ts'
import { webhookRoutes } from '../modules/webhooks/routes.ts'
import { webhookSources } from '../modules/webhooks/webhook-sources.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { Endpoint } from '../platform/http/endpoint.ts'
import { type MountedEndpoint, openApiDocument } from '../platform/http/openapi.ts'
import type { UserId } from '../platform/ids.ts'
import type { Authentication } from './bootstrap/create-authentication.ts'
import { PERSONAL_DATA_EXPORTS } from './personal-data.ts'
import { createDescribeUsers } from './wiring/describe-users.ts'
import { setLeaderboardVisibility } from './wiring/leaderboard-visibility.ts'
import { createPaymentDeps } from './wiring/payment-deps.ts'

const API = '/api/v2'

/** Module by module: where its endpoints are, and what it is handed of those above it. */
export function createRoutes(authentication: Authentication, battles: Matchmaking): MountedEndpoint[] {
  const { platform } = authentication
  const isSubscriber = (db: Db, userId: UserId) => hasPremium(db, userId, now())
  const describeUsers = createDescribeUsers(platform.config)
  return [
    ...mounted(API, accountRoutes(platform)),
    ...mounted(API, signInRoutes(authentication, PROFILE_EXAMPLE)),
    ...mounted(API, sessionRoutes(authentication, PROFILE_EXAMPLE)),
    ...mounted(API, profileRoutes(platform, PERSONAL_DATA_EXPORTS, setLeaderboardVisibility)),
    ...mounted(API, progressRoutes(platform)),
    // Before `/learning-path/:id`, which would match `roadmap` as an id.
    ...mounted(API, roadmapRoutes(platform)),
    ...mounted(API, pathRoutes(platform)),
    ...mounted(API, promotionRoutes({ platform, hasPremium: isSubscriber })),
    ...mounted(API, capstoneRoutes(platform)),
    ...mounted(API, ledgerRoutes(platform)),
    ...mounted(API, streakRoutes(platform)),
    ...mounted(API, matchmakingRoutes(battles)),
    ...mounted(API, battleRoomRoutes(battles.rooms)),
    ...mounted(API, battleResultRoutes(battles.rooms)),
    ...mounted(API, walletRoutes(platform)),
    ...mounted(API, paymentRoutes(createPaymentDeps(platform))),
    ...mounted(API, badgeRoutes(platform)),
    ...mounted(API, leaderboardRoutes({ platform, describeUsers })),
    ...mounted(API, contestRoutes({ platform, describeUsers })),
    ...mounted(API, referralRoutes({ platform, listPublicProfiles: describeUsers })),
    ...mounted(API, notificationRoutes(platform)),
    ...mounted(API, subscriptionRoutes(platform)),
    ...mounted(API, webhookRoutes(platform, webhookSources(platform.config))),
    ...mounted(API, adminRoutes(platform)),
    ...mounted(API, certificateRoutes(platform)),
    ...mounted('', jwksRoutes(authentication.keys)),
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
      'Whoever signs in gets an `accessToken`, for `Authorization: Bearer`, and a `refreshToken`, which `/auth/refresh` trades for the next pair. What happens live is told over a WebSocket: see `/asyncapi.json`.',
      'Answers are `{ "success": true, "data": … }`. Refusals are `{ "success": false, "message": …, "error": { "code": … } }`, or RFC 9457 with `Accept: application/problem+json`.',
      'Every request that changes something may carry an `Idempotency-Key`: sent again within a day, it gives the first answer. Where a refusal passes by itself, `Retry-After` says when to ask again.',
    ].join('\n\n'),
    tags: [
      { name: 'Sign-in', description: 'Ways to get a session: password, mailed code, Google, Apple.' },
      {
        name: 'Sessions',
        description: 'Refreshing, listing and ending sessions, and the keys that sign their tokens.',
      },
      { name: 'Two-factor sign-in', description: 'A second factor by an authenticator app.' },
      {
        name: 'Profile',
        description: 'Read and update the profile, export all personal data, delete the account.',
      },
      { name: 'Courses', description: 'The catalogue: courses, lessons and their slides.' },
      { name: 'Learning', description: 'Enrolling, answering, completing.' },
      {
        name: 'Learning paths',
        description: 'Courses in an order that leads somewhere, and a roadmap from a goal.',
      },
      { name: 'Projects', description: 'Capstone projects: drafts, submissions, assessments, appeals.' },
      { name: 'Rewards', description: 'The ledger of XP and gems, and the streak.' },
      {
        name: 'Quiz battles',
        description:
          'Live battles of two, with or without gems at stake. What happens in them is told over the WebSocket: see /asyncapi.json.',
      },
      {
        name: 'Wallet',
        description: 'The wallet on the chain, what it holds, and wallets of one’s own that are linked.',
      },
      { name: 'Wallet PIN', description: 'The PIN before what is sensitive, and its reset by mail.' },
      { name: 'Payments', description: 'Money into tokens and gems, and tokens into money.' },
      { name: 'Badges', description: 'What can be earned, and how far somebody has come.' },
      { name: 'Notifications', description: 'The inbox, devices for pushes, and what goes where.' },
      { name: 'Subscriptions', description: 'What opens premium courses and paths.' },
      {
        name: 'Webhooks',
        description: 'Receive events of other systems; each sender has its own credentials.',
      },
      { name: 'Contests', description: 'Questions against the clock, for gems.' },
      { name: 'Certificates', description: 'Claiming them, and verifying anybody’s by its number.' },
      { name: 'Leaderboard', description: 'Who earned how much XP in a week, a month, or ever.' },
      { name: 'Referrals', description: 'A code for friends, and what came of it.' },
      { name: 'Promotions', description: 'What is on, by country and language, and what became of it.' },
      {
        name: 'Administration',
        description: 'Manage content, users and operations. Every action is written to the audit log.',
      },
    ],
  })
}
