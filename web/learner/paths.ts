/** Pages for everybody. The service renders their first view; `:name` is one segment. */
export const PUBLIC_PATHS = [
  '/',
  '/courses',
  '/courses/:courseId',
  '/paths',
  '/paths/:pathId',
  '/leaderboards',
  '/u/:username',
] as const

/** Every other address of the learner app. The service answers any other address with status 404. */
export const LEARNER_PATHS = [
  '/sign-in',
  '/sign-up',
  '/try',
  '/try/:lessonId',
  '/forgot-password',
  '/learn',
  '/learn/:courseId',
  '/lesson/:lessonId',
  '/play',
  '/play/battle/:roomId',
  '/play/join/:code',
  '/play/contests',
  '/play/contests/:contestId',
  '/play/contests/:contestId/attempt',
  '/me',
  '/leaderboard',
  '/badges',
  '/certificates',
  '/certificates/mine/:number',
  '/notifications',
  '/settings',
  '/settings/:section',
] as const
