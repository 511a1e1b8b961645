/** Every address of the learner app; `:name` is one segment. The service answers any other address with status 404. */
export const LEARNER_PATHS = [
  '/',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/learn',
  '/learn/:courseId',
  '/lesson/:lessonId',
  '/me',
  '/leaderboard',
  '/badges',
  '/certificates',
  '/certificates/mine/:number',
  '/notifications',
  '/settings',
  '/settings/:section',
] as const
