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
  '/learn',
  '/learn/:courseId',
  '/lesson/:lessonId',
  '/me',
] as const
