import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { firstRendering } from '../ui/first-rendering.ts'
import { sessionStore } from '../ui/session/session-store.ts'
import { type CatalogueSearch, readCatalogueSearch } from './catalogue-search.ts'
import { Home, LazyAppFrame, loadHome } from './frame/home.tsx'
import { ScreenError } from './frame/screen-error.tsx'
import { ScreenLoading } from './frame/screen-loading.tsx'
import { SessionGate } from './frame/session-gate.tsx'
import { type LeaderboardSearch, readLeaderboardSearch } from './leaderboard/period.ts'
import { loadPlayerTexts, loadScreenTexts } from './load-catalogue.ts'
import { OFFLINE_USER } from './offline/offline-user.ts'
import { readBattleSearch } from './play/battle-search.ts'
import { type BoardSearch, readBoardSearch } from './public/requests.ts'

/** Loads the code of a screen and the texts of the screens on the first visit. */
const screen = (load: () => Promise<{ default: () => ReactNode }>) =>
  lazyRouteComponent(async () => (await Promise.all([load(), loadScreenTexts()]))[0])

/** Loads a screen that plays a lesson, with fewer texts. */
const player = (load: () => Promise<{ default: () => ReactNode }>) =>
  lazyRouteComponent(async () => (await Promise.all([load(), loadPlayerTexts()]))[0])

/** One line per screen; its file is loaded on the first visit. */
const root = createRootRoute({
  notFoundComponent: screen(() => import('./screens/not-found.tsx')),
})

type Screen = ReturnType<typeof screen>
const inRoot = <Path extends string>(path: Path, component: Screen) =>
  createRoute({ getParentRoute: () => root, path, component })

const home = createRoute({ getParentRoute: () => root, path: '/', loader: loadHome, component: Home })

/** The app's own screens show more to a signed-in user than the pages for visitors. */
const isSignedIn = () => sessionStore.get().status === 'in'

/** Pages for everybody, whose first view the service renders: see server.tsx. */
const courses = createRoute({
  getParentRoute: () => root,
  path: '/courses',
  validateSearch: (search: Record<string, unknown>): CatalogueSearch => readCatalogueSearch(search),
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

const paths = inRoot(
  '/paths',
  screen(() => import('./screens/paths.tsx')),
)

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
  validateSearch: (search: Record<string, unknown>): BoardSearch => readBoardSearch(search),
  component: screen(() => import('./screens/leaderboards.tsx')),
})

const publicProfile = inRoot(
  '/u/$username',
  screen(() => import('./screens/public-profile.tsx')),
)

/** The first lesson of a course, without an account. */
const tryAny = createRoute({
  getParentRoute: () => root,
  path: '/try',
  beforeLoad: () => {
    if (isSignedIn()) throw redirect({ to: '/', replace: true })
  },
  component: screen(() => import('./screens/try.tsx')),
})

/** A lesson that its author shows to others before it is published. */
const preview = inRoot(
  '/preview/$token',
  screen(() => import('./screens/preview.tsx')),
)

const tryLesson = createRoute({
  getParentRoute: () => root,
  path: '/try/$lessonId',
  beforeLoad: ({ params }) => {
    if (isSignedIn()) throw redirect({ to: '/lesson/$lessonId', params, replace: true })
  },
  component: player(() => import('./screens/try-lesson.tsx')),
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

const forgotPassword = inRoot(
  '/forgot-password',
  screen(() => import('./screens/forgot-password.tsx')),
)

/** The first run; the service redirects to it. */
const setup = inRoot(
  '/setup',
  screen(() => import('./screens/setup.tsx')),
)

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
const inGate = <Path extends string>(path: Path, component: Screen) =>
  createRoute({ getParentRoute: () => gate, path, component })
const framed = createRoute({ getParentRoute: () => gate, id: 'framed', component: LazyAppFrame })
const inFrame = <Path extends string>(path: Path, component: Screen) =>
  createRoute({ getParentRoute: () => framed, path, component })

const catalogue = createRoute({
  getParentRoute: () => framed,
  path: '/learn',
  validateSearch: (search: Record<string, unknown>): CatalogueSearch => readCatalogueSearch(search),
  component: screen(() => import('./screens/catalogue.tsx')),
})

const course = inFrame(
  '/learn/$courseId',
  screen(() => import('./screens/course.tsx')),
)

const project = inFrame(
  '/learn/$courseId/project',
  screen(() => import('./screens/project.tsx')),
)

const journeyScreen = screen(() => import('./screens/journey.tsx'))
const pathMap = inFrame('/learn/paths/$pathId', journeyScreen)
const roadmap = inFrame('/roadmap', journeyScreen)

const play = inFrame(
  '/play',
  screen(() => import('./screens/play.tsx')),
)

const joinBattle = inFrame(
  '/play/join/$code',
  screen(() => import('./screens/join-battle.tsx')),
)

const contests = inFrame(
  '/play/contests',
  screen(() => import('./screens/contests.tsx')),
)

const contest = inFrame(
  '/play/contests/$contestId',
  screen(() => import('./screens/contest.tsx')),
)

const review = inFrame(
  '/review',
  screen(() => import('./screens/review.tsx')),
)

const me = inFrame(
  '/me',
  screen(() => import('./screens/me.tsx')),
)

const leaderboard = createRoute({
  getParentRoute: () => framed,
  path: '/leaderboard',
  validateSearch: (search: Record<string, unknown>): LeaderboardSearch => readLeaderboardSearch(search),
  component: screen(() => import('./screens/leaderboard.tsx')),
})

const badges = inFrame(
  '/badges',
  screen(() => import('./screens/badges.tsx')),
)

const certificates = inFrame(
  '/certificates',
  screen(() => import('./screens/certificates.tsx')),
)

/** `/certificates/$number` is the public page, which the service makes. */
const certificate = inFrame(
  '/certificates/mine/$number',
  screen(() => import('./screens/certificate.tsx')),
)

const walletScreen = screen(() => import('./screens/wallet.tsx'))
const wallet = inFrame('/wallet', walletScreen)
const buy = inFrame('/wallet/buy', walletScreen)
const sell = inFrame('/wallet/sell', walletScreen)
const orders = inFrame('/wallet/orders', walletScreen)
const order = inFrame('/wallet/orders/$orderId', walletScreen)

const premium = inFrame('/premium', walletScreen)
const refer = inFrame('/refer', walletScreen)

const notifications = inFrame(
  '/notifications',
  screen(() => import('./screens/notifications.tsx')),
)

const settingsScreen = screen(() => import('./screens/settings.tsx'))
const settings = inFrame('/settings', settingsScreen)
const settingsSection = inFrame('/settings/$section', settingsScreen)

const welcome = createRoute({
  getParentRoute: () => gate,
  path: '/welcome',
  validateSearch: readSignInSearch,
  component: journeyScreen,
})

const lesson = inGate(
  '/lesson/$lessonId',
  player(() => import('./screens/lesson.tsx')),
)

const battle = createRoute({
  getParentRoute: () => gate,
  path: '/play/battle/$roomId',
  validateSearch: readBattleSearch,
  component: screen(() => import('./screens/battle.tsx')),
})

const contestAttempt = inGate(
  '/play/contests/$contestId/attempt',
  screen(() => import('./screens/contest-attempt.tsx')),
)

const questionsScreen = screen(() => import('./screens/questions.tsx'))
const reviewSession = inGate('/review/session', questionsScreen)
const courseTest = inGate('/test/$attemptId', questionsScreen)
const practiceRound = inGate('/practice/$roundId', questionsScreen)

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
    preview,
    signIn,
    signUp,
    forgotPassword,
    setup,
    gate.addChildren([
      framed.addChildren([
        catalogue,
        course,
        project,
        pathMap,
        roadmap,
        play,
        joinBattle,
        contests,
        contest,
        review,
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
      reviewSession,
      courseTest,
      practiceRound,
    ]),
  ]),
  defaultPreload: 'intent',
  defaultPendingComponent: ScreenLoading,
  defaultErrorComponent: ScreenError,
  scrollRestoration: true,
})

/** When the session ends, in this or another tab: redirects to the sign-in and deletes what is stored for the user. */
sessionStore.subscribe(() => {
  if (sessionStore.get().status !== 'out') return
  firstRendering.after(() => void router.invalidate())
  if (localStorage.getItem(OFFLINE_USER))
    void import('./offline/forget-user.ts').then(({ forgetUser }) => forgetUser())
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
