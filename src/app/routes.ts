import packageJson from '../../package.json' with { type: 'json' }
import { accountRoutes } from '../modules/accounts/routes.ts'
import { adminRoutes } from '../modules/admin/routes.ts'
import { badgeRoutes } from '../modules/badges/routes.ts'
import { battleAdminRoutes } from '../modules/battle-results/admin-routes.ts'
import { battleResultRoutes } from '../modules/battle-results/routes.ts'
import { battleRoomRoutes } from '../modules/battle-rooms/routes.ts'
import { broadcastRoutes } from '../modules/broadcasts/routes.ts'
import { capstoneRoutes } from '../modules/capstones/routes.ts'
import { pathRoutes } from '../modules/catalog/routes.ts'
import { certificateNameRoutes } from '../modules/certificate-names/routes.ts'
import { certificateRoutes } from '../modules/certificates/routes.ts'
import { contentAdminRoutes } from '../modules/content-admin/routes.ts'
import { contentExchangeRoutes } from '../modules/content-exchange/routes.ts'
import { contestRoutes } from '../modules/contests/routes.ts'
import { courseFigureRoutes } from '../modules/course-figures/routes.ts'
import { courseTestRoutes } from '../modules/course-tests/routes.ts'
import { leaderboardRoutes } from '../modules/leaderboards/routes.ts'
import { ledgerRoutes } from '../modules/ledger/routes.ts'
import { masteryRoutes } from '../modules/mastery/routes.ts'
import type { Matchmaking } from '../modules/matchmaking/create-matchmaking.ts'
import { matchmakingRoutes } from '../modules/matchmaking/routes.ts'
import { modelDraftRoutes } from '../modules/model-drafts/routes.ts'
import { notificationRoutes } from '../modules/notifications/routes.ts'
import { paymentRoutes } from '../modules/payment-orders/order-routes.ts'
import { platformFigureRoutes } from '../modules/platform-figures/routes.ts'
import { practiceRoutes } from '../modules/practice/routes.ts'
import { PROFILE_EXAMPLE } from '../modules/profiles/profile.ts'
import { profileRoutes } from '../modules/profiles/routes.ts'
import { progressRoutes } from '../modules/progress/routes.ts'
import { promotionRoutes } from '../modules/promotions/routes.ts'
import { questionBankRoutes } from '../modules/question-bank/routes.ts'
import { referralRoutes } from '../modules/referrals/routes.ts'
import { reportRoutes } from '../modules/reports/routes.ts'
import { reviewRoutes } from '../modules/review/routes.ts'
import { roadmapRoutes } from '../modules/roadmaps/routes.ts'
import { jwksRoutes } from '../modules/sessions/jwks-routes.ts'
import { sessionRoutes } from '../modules/sessions/routes.ts'
import { signInRoutes } from '../modules/sign-in/routes.ts'
import { siteSettingsRoutes } from '../modules/site-settings/routes.ts'
import { createTwoFactorCheck } from '../modules/staff-access/public/two-factor-check.ts'
import { auditRoutes } from '../modules/staff-access/routes.ts'
import { grantRoutes } from '../modules/staff-grants/routes.ts'
import { streakRoutes } from '../modules/streaks/routes.ts'
import { subscriptionRoutes } from '../modules/subscriptions/routes.ts'
import { walletRoutes } from '../modules/wallet/routes.ts'
import { webhookRoutes } from '../modules/webhooks/routes.ts'
import type { Endpoint } from '../platform/http/endpoint.ts'
import { type MountedEndpoint, openApiDocument } from '../platform/http/openapi.ts'
import { apiIntroduction, type DescribedApi } from './api-introduction.ts'
import type { Authentication } from './bootstrap/create-authentication.ts'
import { API, operationIdOf } from './operation-ids.ts'
import { PERSONAL_DATA_EXPORTS } from './personal-data.ts'
import { createContentExchange } from './wiring/content-exchange.ts'
import { setLeaderboardVisibility } from './wiring/leaderboard-visibility.ts'
import { createListPublicProfiles } from './wiring/list-public-profiles.ts'
import { createConfiguredLlm } from './wiring/llm.ts'
import { createPaymentDeps } from './wiring/payment-deps.ts'
import { webhookSources } from './wiring/webhook-sources.ts'

/** The endpoints of every module, with the dependencies that come from higher modules. */
export function createRoutes(authentication: Authentication, battles: Matchmaking): MountedEndpoint[] {
  const { platform } = authentication
  const listPublicProfiles = createListPublicProfiles(platform.config)
  const payments = createPaymentDeps(platform)
  return [
    ...mounted(API, accountRoutes(platform)),
    ...mounted(API, signInRoutes(authentication, PROFILE_EXAMPLE)),
    ...mounted(API, sessionRoutes(authentication, PROFILE_EXAMPLE)),
    ...mounted(API, profileRoutes(platform, PERSONAL_DATA_EXPORTS, setLeaderboardVisibility)),
    ...mounted(API, progressRoutes(platform)),
    // Before `/learning-path/:id`, which would match `roadmap` as an id.
    ...mounted(API, roadmapRoutes(platform)),
    ...mounted(API, pathRoutes(platform)),
    ...mounted(API, courseTestRoutes(platform)),
    ...mounted(API, reviewRoutes(platform)),
    ...mounted(API, practiceRoutes(platform)),
    ...mounted(API, masteryRoutes(platform)),
    ...mounted(API, promotionRoutes(platform)),
    ...mounted(API, capstoneRoutes(platform)),
    ...mounted(API, ledgerRoutes(platform)),
    ...mounted(API, streakRoutes(platform)),
    ...mounted(API, siteSettingsRoutes(platform)),
    ...mounted(API, matchmakingRoutes(battles)),
    ...mounted(API, battleRoomRoutes(battles.rooms)),
    ...mounted(API, battleResultRoutes(battles.rooms)),
    ...mounted(API, walletRoutes(platform, createTwoFactorCheck(platform))),
    ...mounted(API, paymentRoutes(payments)),
    ...mounted(API, badgeRoutes(platform)),
    ...mounted(API, leaderboardRoutes({ platform, listPublicProfiles })),
    ...mounted(API, contestRoutes({ platform, describeUsers: listPublicProfiles })),
    ...mounted(API, referralRoutes({ platform, listPublicProfiles })),
    ...mounted(API, notificationRoutes(platform)),
    ...mounted(API, subscriptionRoutes(platform)),
    ...mounted(API, webhookRoutes(platform, webhookSources(platform))),
    ...mounted(
      API,
      adminRoutes(platform, payments.providers, (caller) => authentication.tokens.sign(caller)),
    ),
    ...mounted(API, grantRoutes(platform)),
    ...mounted(API, auditRoutes(platform)),
    ...mounted(API, reportRoutes(platform)),
    ...mounted(API, broadcastRoutes(platform)),
    // Before `/admin/questions/:id`, which would match `export` as an id.
    ...mounted(API, questionBankRoutes(platform)),
    ...mounted(API, modelDraftRoutes(platform, createConfiguredLlm(platform))),
    ...mounted(API, contentAdminRoutes(platform, listPublicProfiles)),
    ...mounted(API, contentExchangeRoutes(platform, createContentExchange(platform))),
    ...mounted(API, courseFigureRoutes(platform)),
    ...mounted(API, battleAdminRoutes(platform)),
    ...mounted(API, platformFigureRoutes(platform)),
    ...mounted(API, certificateNameRoutes(platform)),
    ...mounted(API, certificateRoutes(platform)),
    ...mounted('', jwksRoutes(authentication.keys)),
  ]
}

function mounted(prefix: string, endpoints: Endpoint[]): MountedEndpoint[] {
  return endpoints.map((endpoint) => ({ endpoint, path: prefix + endpoint.path }))
}

/** The groups of the endpoints in the API document, in their order. */
const TAGS = {
  'Sign-in': 'Get a session with a password, a mailed code, Google or Apple.',
  Sessions: 'Refresh, list and end sessions, and read the keys that sign access tokens.',
  'Two-factor sign-in': 'Protect the sign-in with an authenticator app.',
  Profile: 'Read and update the profile, export all personal data, delete the account.',
  'Public pages':
    'Read published content, leaderboards and public profiles without an account. The responses are equal for every client and may be cached.',
  Courses: 'Read courses, lessons and their slides.',
  Learning: 'Enroll in courses, answer questions, complete lessons.',
  'Learning paths': 'Read ordered sets of courses, and get a personal roadmap for a goal.',
  'Course tests': 'Take the test of a course. A passed test makes its certificate a verified one.',
  Review: 'Repeat questions and flashcards when you are about to forget them.',
  Practice: 'Repeat a lesson or a skill in rounds of a few questions, and see how well you know each skill.',
  Projects: 'Submit capstone projects, read their assessment, appeal it.',
  Rewards: 'Read the ledger of XP and gems, and the streak.',
  'Quiz battles':
    'Live battles of two players, with or without a stake in gems. Their events are sent over the WebSocket: see /asyncapi.json.',
  Wallet: 'Read the wallet on the chain and its balances, and link external wallets.',
  'Wallet PIN': 'Set, check and reset the PIN that protects sensitive operations.',
  Payments: 'Buy tokens and gems with money, and sell tokens for money.',
  Badges: 'List badges and the progress of a user.',
  Notifications: 'Read the inbox, register devices for push messages, and choose the channels.',
  Reports: 'Report content or users to the moderators.',
  Subscriptions: 'Read the subscription that unlocks premium courses and paths.',
  Webhooks: 'Receive events of other systems; each sender has its own credentials.',
  Contests: 'Join timed quizzes with prizes in gems.',
  Certificates: 'Claim certificates, and verify any certificate by its number.',
  Leaderboard: 'Rank users by XP of the week, the month or all time, and in the league of the week.',
  Referrals: 'Share a referral code, and read the rewards for invited friends.',
  Promotions: 'List active promotions by country and language, and record their events.',
  Administration: 'Manage content, users and operations. Every action is written to the audit log.',
}

export function describeApi(routes: MountedEndpoint[], serverUrl: string): object {
  const document = openApiDocument(routes, {
    title: 'Lyceum',
    version: packageJson.version,
    serverUrl,
    description: '',
    operationIdOf,
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
  }) as DescribedApi
  document.info.description = apiIntroduction(document)
  return document
}
