import packageJson from '../../package.json' with { type: 'json' }
import { getOwnTimeZone } from '../modules/accounts/public/own-time-zone.ts'
import { adminRoutes } from '../modules/admin/routes.ts'
import { badgeRoutes } from '../modules/badges/routes.ts'
import { capstoneRoutes } from '../modules/capstones/routes.ts'
import { certificateRoutes } from '../modules/certificates/routes.ts'
import { contestRoutes } from '../modules/contests/routes.ts'
import { leaderboardRoutes } from '../modules/leaderboards/routes.ts'
import { battleRoutes } from '../modules/matchmaking/battle-routes.ts'
import type { BattleServices } from '../modules/matchmaking/start-matchmaking.ts'
import { notificationRoutes } from '../modules/notifications/routes.ts'
import { paymentRoutes } from '../modules/payment-orders/routes.ts'
import { userExists } from '../modules/profiles/list-public-profiles.ts'
import { PROFILE_EXAMPLE } from '../modules/profiles/profile.ts'
import { profileRoutes } from '../modules/profiles/routes.ts'
import { findUnlockedBadges } from '../modules/progress/completion-events.ts'
import { findCapstone } from '../modules/progress/public/is-enrolled.ts'
import { promotionRoutes } from '../modules/promotions/routes.ts'
import { referralRoutes } from '../modules/referrals/routes.ts'
import { sumReferralGems } from '../modules/referrals/sum-referral-gems.ts'
import { learningRoutes } from '../modules/roadmaps/learning-routes.ts'
import { jwksRoutes } from '../modules/sessions/jwks-routes.ts'
import type { SessionDeps } from '../modules/sessions/public/session-deps.ts'
import { signInRoutes } from '../modules/sign-in/routes.ts'
import { rewardsRoutes } from '../modules/streaks/routes.ts'
import { hasPremium } from '../modules/subscriptions/public/has-premium.ts'
import { subscriptionRoutes } from '../modules/subscriptions/routes.ts'
import { walletRoutes } from '../modules/wallet/routes.ts'
import { webhookRoutes } from '../modules/webhooks/routes.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { Endpoint } from '../platform/http/endpoint.ts'
import { type MountedEndpoint, openApiDocument } from '../platform/http/openapi.ts'
import type { UserId } from '../platform/ids.ts'
import { PERSONAL_DATA_EXPORTS } from './personal-data.ts'
import { createDescribeUsers } from './wiring/describe-users.ts'
import { setLeaderboardVisibility } from './wiring/leaderboard-visibility.ts'
import { createPaymentDeps } from './wiring/payment-deps.ts'
import { webhookSources } from './wiring/webhook-sources.ts'

const API = '/api/v2'

/** Module by module: where its endpoints are, and what it is handed of those above it. */
export function createRoutes(identity: SessionDeps, battles: BattleServices): MountedEndpoint[] {
  const { platform } = identity
  const isSubscriber = (db: Db, userId: UserId) => hasPremium(db, userId, now())
  const describeUsers = createDescribeUsers(platform.config)
  return [
    ...mounted(API, signInRoutes(identity, PROFILE_EXAMPLE)),
    ...mounted(API, profileRoutes(platform, PERSONAL_DATA_EXPORTS, setLeaderboardVisibility)),
    ...mounted(
      API,
      learningRoutes({ platform, hasPremium: isSubscriber, findUnlockedBadges, sumReferralGems }),
    ),
    ...mounted(API, promotionRoutes({ platform, hasPremium: isSubscriber })),
    ...mounted(API, capstoneRoutes({ platform, findCapstone })),
    ...mounted(API, rewardsRoutes({ platform, timeZoneOf: getOwnTimeZone })),
    ...mounted(API, battleRoutes(battles)),
    ...mounted(API, walletRoutes(platform)),
    ...mounted(API, paymentRoutes(createPaymentDeps(platform))),
    ...mounted(API, badgeRoutes({ platform, userExists })),
    ...mounted(API, leaderboardRoutes({ platform, describeUsers })),
    ...mounted(API, contestRoutes({ platform, describeUsers })),
    ...mounted(API, referralRoutes({ platform, listPublicProfiles: describeUsers })),
    ...mounted(API, notificationRoutes(platform)),
    ...mounted(API, subscriptionRoutes(platform)),
    ...mounted(API, webhookRoutes(platform, webhookSources(platform.config))),
    ...mounted(API, adminRoutes(platform)),
    ...mounted(API, certificateRoutes(platform)),
    ...mounted('', jwksRoutes(identity.keys)),
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
