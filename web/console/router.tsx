import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { readAuditSearch } from './audit/audit-search.ts'
import { readBadgeSearch } from './badges/badge-search.ts'
import { readBattleSearch } from './battles/battle-search.ts'
import { readBroadcastSearch } from './broadcasts/broadcast-search.ts'
import { readCertificateSearch } from './certificates/certificate-search.ts'
import { readChainSearch } from './chain/chain-search.ts'
import { readContestSearch } from './contests/contest-search.ts'
import { readEmailSearch } from './emails/email-search.ts'
import { readEventSearch } from './events/event-search.ts'
import { readFigureSearch } from './figures/figure-search.ts'
import { ConsoleFrame } from './frame/console-frame.tsx'
import { ScreenError, ScreenLoading, ScreenNotFound } from './frame/screen-states.tsx'
import { readGrantSearch } from './grants/grant-search.ts'
import { readJobSearch } from './jobs/job-search.ts'
import { readLedgerSearch } from './ledger/ledger-search.ts'
import { loadScreenTexts } from './load-catalogue.ts'
import { readOrderSearch } from './orders/order-search.ts'
import { readPromotionSearch } from './promotions/promotion-search.ts'
import { readReportSearch } from './reports/report-search.ts'
import { readSearch } from './search/search-results.ts'
import { readSubmissionSearch } from './submissions/submission-search.ts'
import { readUserSearch } from './users/user-search.ts'

/** Loads the code of a screen and the texts of `messages/screens`. */
const withScreenTexts = (load: () => Promise<{ default: () => ReactNode }>) =>
  lazyRouteComponent(async () => (await Promise.all([load(), loadScreenTexts()]))[0])

const root = createRootRoute({ component: ConsoleFrame, notFoundComponent: ScreenNotFound })

/** One line per screen; its file is loaded on the first visit. Its address is also in `paths.ts`. */
const attention = createRoute({
  getParentRoute: () => root,
  path: '/console',
  component: lazyRouteComponent(() => import('./screens/attention.tsx')),
})

const search = createRoute({
  getParentRoute: () => root,
  path: '/console/search',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('./screens/search.tsx')),
})

const users = createRoute({
  getParentRoute: () => root,
  path: '/console/users',
  validateSearch: readUserSearch,
  component: lazyRouteComponent(() => import('./screens/users.tsx')),
})

const user = createRoute({
  getParentRoute: () => root,
  path: '/console/users/$userId',
  component: withScreenTexts(() => import('./screens/user.tsx')),
})

const orders = createRoute({
  getParentRoute: () => root,
  path: '/console/orders',
  validateSearch: readOrderSearch,
  component: lazyRouteComponent(() => import('./screens/orders.tsx')),
})

const grants = createRoute({
  getParentRoute: () => root,
  path: '/console/grants',
  validateSearch: readGrantSearch,
  component: lazyRouteComponent(() => import('./screens/grants.tsx')),
})

const certificates = createRoute({
  getParentRoute: () => root,
  path: '/console/certificates',
  validateSearch: readCertificateSearch,
  component: lazyRouteComponent(() => import('./screens/certificates.tsx')),
})

const submissions = createRoute({
  getParentRoute: () => root,
  path: '/console/submissions',
  validateSearch: readSubmissionSearch,
  component: lazyRouteComponent(() => import('./screens/submissions.tsx')),
})

const reports = createRoute({
  getParentRoute: () => root,
  path: '/console/reports',
  validateSearch: readReportSearch,
  component: lazyRouteComponent(() => import('./screens/reports.tsx')),
})

const broadcasts = createRoute({
  getParentRoute: () => root,
  path: '/console/broadcasts',
  validateSearch: readBroadcastSearch,
  component: lazyRouteComponent(() => import('./screens/broadcasts.tsx')),
})

const broadcast = createRoute({
  getParentRoute: () => root,
  path: '/console/broadcasts/$broadcastId',
  component: lazyRouteComponent(() => import('./screens/broadcast.tsx')),
})

const chain = createRoute({
  getParentRoute: () => root,
  path: '/console/chain',
  validateSearch: readChainSearch,
  component: lazyRouteComponent(() => import('./screens/chain.tsx')),
})

const events = createRoute({
  getParentRoute: () => root,
  path: '/console/events',
  validateSearch: readEventSearch,
  component: lazyRouteComponent(() => import('./screens/events.tsx')),
})

const jobs = createRoute({
  getParentRoute: () => root,
  path: '/console/jobs',
  validateSearch: readJobSearch,
  component: lazyRouteComponent(() => import('./screens/jobs.tsx')),
})

const ledger = createRoute({
  getParentRoute: () => root,
  path: '/console/ledger',
  validateSearch: readLedgerSearch,
  component: withScreenTexts(() => import('./screens/ledger.tsx')),
})

const audit = createRoute({
  getParentRoute: () => root,
  path: '/console/audit',
  validateSearch: readAuditSearch,
  component: withScreenTexts(() => import('./screens/audit.tsx')),
})

const promotions = createRoute({
  getParentRoute: () => root,
  path: '/console/promotions',
  validateSearch: readPromotionSearch,
  component: withScreenTexts(() => import('./screens/promotions.tsx')),
})

const promotion = createRoute({
  getParentRoute: () => root,
  path: '/console/promotions/$promotionId',
  component: withScreenTexts(() => import('./screens/promotion.tsx')),
})

const badges = createRoute({
  getParentRoute: () => root,
  path: '/console/badges',
  validateSearch: readBadgeSearch,
  component: withScreenTexts(() => import('./screens/badges.tsx')),
})

const badge = createRoute({
  getParentRoute: () => root,
  path: '/console/badges/$badgeType',
  component: withScreenTexts(() => import('./screens/badge.tsx')),
})

const battles = createRoute({
  getParentRoute: () => root,
  path: '/console/battles',
  validateSearch: readBattleSearch,
  component: withScreenTexts(() => import('./screens/battles.tsx')),
})

const contests = createRoute({
  getParentRoute: () => root,
  path: '/console/contests',
  validateSearch: readContestSearch,
  component: withScreenTexts(() => import('./screens/contests.tsx')),
})

const contest = createRoute({
  getParentRoute: () => root,
  path: '/console/contests/$contestId',
  component: withScreenTexts(() => import('./screens/contest.tsx')),
})

const emails = createRoute({
  getParentRoute: () => root,
  path: '/console/emails',
  validateSearch: readEmailSearch,
  component: withScreenTexts(() => import('./screens/emails.tsx')),
})

const figures = createRoute({
  getParentRoute: () => root,
  path: '/console/figures',
  validateSearch: readFigureSearch,
  component: withScreenTexts(() => import('./screens/figures.tsx')),
})

const system = createRoute({
  getParentRoute: () => root,
  path: '/console/system',
  component: withScreenTexts(() => import('./screens/system.tsx')),
})

const staff = createRoute({
  getParentRoute: () => root,
  path: '/console/staff',
  component: lazyRouteComponent(() => import('./screens/staff.tsx')),
})

const runtime = createRoute({
  getParentRoute: () => root,
  path: '/console/runtime',
  component: lazyRouteComponent(() => import('./screens/runtime.tsx')),
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/console/settings',
  component: lazyRouteComponent(() => import('./screens/settings.tsx')),
})

export const router = createRouter({
  routeTree: root.addChildren([
    attention,
    search,
    users,
    user,
    orders,
    grants,
    certificates,
    submissions,
    reports,
    broadcasts,
    broadcast,
    chain,
    events,
    jobs,
    ledger,
    audit,
    promotions,
    promotion,
    badges,
    badge,
    battles,
    contests,
    contest,
    emails,
    figures,
    system,
    staff,
    runtime,
    settings,
  ]),
  defaultPreload: 'intent',
  defaultPendingComponent: ScreenLoading,
  defaultErrorComponent: ScreenError,
  scrollRestoration: true,
})
