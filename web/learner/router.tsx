import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { sessionStore } from '../ui/session/session-store.ts'
import { readCatalogueSearch } from './catalogue-search.ts'
import { Home, LazyAppFrame, loadHome } from './frame/home.tsx'
import { ScreenError } from './frame/screen-error.tsx'
import { ScreenLoading } from './frame/screen-loading.tsx'
import { SessionGate } from './frame/session-gate.tsx'
import { readLeaderboardSearch } from './leaderboard/period.ts'
import { loadScreenTexts } from './load-catalogue.ts'
import { readBattleSearch } from './play/battle-search.ts'
import { readBoardSearch } from './public/requests.ts'

/** Loads the code of a screen and the texts of the screens on the first visit. */
const screen = (load: () => Promise<{ default: () => ReactNode }>) =>
  lazyRouteComponent(async () => (await Promise.all([load(), loadScreenTexts()]))[0])

/** One line per screen; its file is loaded on the first visit. */
const root = createRootRoute({
  notFoundComponent: screen(() => import('./screens/not-found.tsx')),
})

const home = createRoute({ getParentRoute: () => root, path: '/', loader: loadHome, component: Home })

/** The app's own screens show more to a signed-in user than the pages for visitors. */
const isSignedIn = () => sessionStore.get().status === 'in'

/** Pages for everybody, whose first view the service renders: see server.tsx. */
const courses = createRoute({
  getParentRoute: () => root,
  path: '/courses',
  validateSearch: readCatalogueSearch,
  beforeLoad: ({ search }) => {
    if (isSignedIn()) throw redirect({ to: '/learn', search, replace: true })
  },
  component: screen(() => import('./screens/courses.tsx')),
})

const publicCourse = createRoute({
  getParentRoute: () => root,
  path: '/courses/$courseId',
  beforeLoad: ({ params }) => {
    if (isSignedIn()) throw redirect({ to: '/learn/$courseId', params, replace: true })
  },
  component: screen(() => import('./screens/public-course.tsx')),
})

const paths = createRoute({
  getParentRoute: () => root,
  path: '/paths',
  component: screen(() => import('./screens/paths.tsx')),
})

const publicPath = createRoute({
  getParentRoute: () => root,
  path: '/paths/$pathId',
  beforeLoad: ({ params }) => {
    if (isSignedIn()) throw redirect({ to: '/learn/paths/$pathId', params, replace: true })
  },
  component: screen(() => import('./screens/public-path.tsx')),
})

const leaderboards = createRoute({
  getParentRoute: () => root,
  path: '/leaderboards',
  validateSearch: readBoardSearch,
  component: screen(() => import('./screens/leaderboards.tsx')),
})

const publicProfile = createRoute({
  getParentRoute: () => root,
  path: '/u/$username',
  component: screen(() => import('./screens/public-profile.tsx')),
})

/** The first lesson of a course, without an account. */
const tryAny = createRoute({
  getParentRoute: () => root,
  path: '/try',
  beforeLoad: () => {
    if (isSignedIn()) throw redirect({ to: '/', replace: true })
  },
  component: screen(() => import('./screens/try.tsx')),
})

const tryLesson = createRoute({
  getParentRoute: () => root,
  path: '/try/$lessonId',
  beforeLoad: ({ params }) => {
    if (isSignedIn()) throw redirect({ to: '/lesson/$lessonId', params, replace: true })
  },
  component: screen(() => import('./screens/try-lesson.tsx')),
})

interface SignInSearch {
  /** The address to open after the sign-in. */
  next?: string
  /** The code of the friend who invited a new learner. */
  ref?: string
  /** The step of the welcome. */
  step?: string
}
const readSignInSearch = ({ next, ref, step }: Record<string, unknown>): SignInSearch => ({
  ...(typeof next === 'string' && /^\/(?!\/)/.test(next) ? { next } : {}),
  ...(ref ? { ref: `${ref}` } : {}),
  ...(step ? { step: `${step}` } : {}),
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: readSignInSearch,
  component: screen(() => import('./screens/sign-in.tsx')),
})

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  validateSearch: readSignInSearch,
  component: screen(() => import('./screens/sign-up.tsx')),
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: screen(() => import('./screens/forgot-password.tsx')),
})

/** Screens of a signed-in user. */
const gate = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: ({ location }) => {
    if (sessionStore.get().status === 'out')
      throw redirect({ to: '/sign-in', search: { next: location.href }, replace: true })
  },
  component: SessionGate,
})
const framed = createRoute({ getParentRoute: () => gate, id: 'framed', component: LazyAppFrame })
const framedRoute = <const Path extends string>(path: Path, component: ReturnType<typeof screen>) =>
  createRoute({ getParentRoute: () => framed, path, component })

const catalogue = createRoute({
  getParentRoute: () => framed,
  path: '/learn',
  validateSearch: readCatalogueSearch,
  component: screen(() => import('./screens/catalogue.tsx')),
})

const course = framedRoute(
  '/learn/$courseId',
  screen(() => import('./screens/course.tsx')),
)

const journeyScreen = screen(() => import('./screens/journey.tsx'))
const pathMap = framedRoute('/learn/paths/$pathId', journeyScreen)

const roadmap = framedRoute('/roadmap', journeyScreen)

const play = framedRoute(
  '/play',
  screen(() => import('./screens/play.tsx')),
)

const joinBattle = framedRoute(
  '/play/join/$code',
  screen(() => import('./screens/join-battle.tsx')),
)

const contests = framedRoute(
  '/play/contests',
  screen(() => import('./screens/contests.tsx')),
)

const contest = framedRoute(
  '/play/contests/$contestId',
  screen(() => import('./screens/contest.tsx')),
)

const me = framedRoute(
  '/me',
  screen(() => import('./screens/me.tsx')),
)

const leaderboard = createRoute({
  getParentRoute: () => framed,
  path: '/leaderboard',
  validateSearch: readLeaderboardSearch,
  component: screen(() => import('./screens/leaderboard.tsx')),
})

const badges = framedRoute(
  '/badges',
  screen(() => import('./screens/badges.tsx')),
)

const certificates = framedRoute(
  '/certificates',
  screen(() => import('./screens/certificates.tsx')),
)

/** `/certificates/$number` is the public page, which the service makes. */
const certificate = framedRoute(
  '/certificates/mine/$number',
  screen(() => import('./screens/certificate.tsx')),
)

const walletScreen = screen(() => import('./screens/wallet.tsx'))
const wallet = framedRoute('/wallet', walletScreen)
const buy = framedRoute('/wallet/buy', walletScreen)
const sell = framedRoute('/wallet/sell', walletScreen)
const orders = framedRoute('/wallet/orders', walletScreen)
const order = framedRoute('/wallet/orders/$orderId', walletScreen)

const premium = framedRoute('/premium', walletScreen)
const refer = framedRoute('/refer', walletScreen)

const notifications = framedRoute(
  '/notifications',
  screen(() => import('./screens/notifications.tsx')),
)

const settingsScreen = screen(() => import('./screens/settings.tsx'))
const settings = framedRoute('/settings', settingsScreen)

const settingsSection = framedRoute('/settings/$section', settingsScreen)

const welcome = createRoute({
  getParentRoute: () => gate,
  path: '/welcome',
  validateSearch: readSignInSearch,
  component: journeyScreen,
})

const lesson = createRoute({
  getParentRoute: () => gate,
  path: '/lesson/$lessonId',
  component: screen(() => import('./screens/lesson.tsx')),
})

const battle = createRoute({
  getParentRoute: () => gate,
  path: '/play/battle/$roomId',
  validateSearch: readBattleSearch,
  component: screen(() => import('./screens/battle.tsx')),
})

const contestAttempt = createRoute({
  getParentRoute: () => gate,
  path: '/play/contests/$contestId/attempt',
  component: screen(() => import('./screens/contest-attempt.tsx')),
})

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    courses,
    publicCourse,
    paths,
    publicPath,
    leaderboards,
    publicProfile,
    tryAny,
    tryLesson,
    signIn,
    signUp,
    forgotPassword,
    gate.addChildren([
      framed.addChildren([
        catalogue,
        course,
        pathMap,
        roadmap,
        play,
        joinBattle,
        contests,
        contest,
        me,
        leaderboard,
        badges,
        certificates,
        certificate,
        wallet,
        buy,
        sell,
        orders,
        order,
        premium,
        refer,
        notifications,
        settings,
        settingsSection,
      ]),
      welcome,
      lesson,
      battle,
      contestAttempt,
    ]),
  ]),
  defaultPreload: 'intent',
  defaultPendingComponent: ScreenLoading,
  defaultErrorComponent: ScreenError,
  scrollRestoration: true,
})

/** Redirects to the sign-in when the session ends, in this or another tab. */
sessionStore.subscribe(() => {
  if (sessionStore.get().status === 'out') void router.invalidate()
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
