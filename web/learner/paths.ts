/** Every address of the learner app; `:name` is one segment. The service answers any other address with status 404. */
export const LEARNER_PATHS = [
  '/',
  '/sign-in',
  '/sign-up',
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
] as const
