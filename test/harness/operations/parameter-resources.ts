import type { ApiOperation } from './operations.ts'
import type { ResourceKind } from './owned-resources.ts'

/** Parameters whose name determines their resource. */
const BY_NAME: Record<string, ResourceKind> = {
  courseId: 'course',
  lessonId: 'lesson',
  cardId: 'reviewCard',
  attemptId: 'testAttempt',
  roundId: 'practiceRound',
  questionId: 'question',
  ticket: 'ticket',
  roomCode: 'roomCode',
  roomId: 'room',
  address: 'wallet',
  userId: 'user',
  username: 'username',
  certificateNumber: 'certificateNumber',
}

/** The resource of `{id}`, by the prefix of the path. The first match counts. */
const BY_PATH: [string, ResourceKind][] = [
  ['/api/v2/auth/sessions/', 'session'],
  ['/api/v2/course/', 'course'],
  ['/api/v2/lesson/', 'lesson'],
  ['/api/v2/learning-path/', 'path'],
  ['/api/v2/public/courses/', 'course'],
  ['/api/v2/public/lessons/', 'lesson'],
  ['/api/v2/public/paths/', 'path'],
  ['/api/v2/promotions/', 'promotion'],
  ['/api/v2/payment/orders/', 'order'],
  ['/api/v2/user/contests/', 'contest'],
  ['/api/v2/notifications/', 'notification'],
  ['/api/v2/admin/users/', 'user'],
  ['/api/v2/admin/courses/', 'course'],
  ['/api/v2/admin/lessons/', 'lesson'],
  ['/api/v2/admin/questions/', 'question'],
  ['/api/v2/admin/learning-paths/', 'path'],
  ['/api/v2/admin/capstones/', 'projectCourse'],
  ['/api/v2/admin/contests/', 'contest'],
  ['/api/v2/admin/promotions/', 'promotion'],
  ['/api/v2/admin/submissions/', 'submission'],
  ['/api/v2/admin/orders/', 'order'],
  ['/api/v2/admin/certificates/', 'certificate'],
]

/** Names and ids without an owner. */
const UNOWNED: Record<string, string> = {
  provider: 'sandbox',
  badgeType: 'NIGHT_OWL',
  token: 'no-preview',
  version: '1',
  // Notes belong to staff; src/modules/admin/notes/notes.pg.test.ts tests other authors.
  noteId: '019a8b5e-7c1d-7000-8000-0000000000d1',
}
const UNOWNED_PATHS = [
  // Reports are read and decided by staff alone.
  '/api/v2/admin/reports/',
  // Plans belong to authors; src/modules/content-admin/contest-plans.pg.test.ts tests other authors.
  '/api/v2/admin/contest-plans/',
  // Marks belong to the content of authors; src/modules/model-drafts/model-drafts.pg.test.ts tests other authors.
  '/api/v2/admin/model-drafts/',
  // Broadcasts belong to the installation.
  '/api/v2/admin/broadcasts/',
  '/api/v2/admin/inbox/',
  '/api/v2/admin/jobs/failed/',
  // Mails belong to the installation.
  '/api/v2/admin/emails/',
  // Only administrators import content.
  '/api/v2/admin/content/imports/',
  // Only authors have media; src/modules/content-admin/media.pg.test.ts tests other authors.
  '/api/v2/admin/media/',
  // Only authors submit content; src/modules/content-admin/review.pg.test.ts tests other authors.
  '/api/v2/admin/review-requests/',
  // Grants are requested and decided by administrators alone.
  '/api/v2/admin/grant-requests/',
  // Topics belong to the installation.
  '/api/v2/admin/topics/',
]

/** Returns the resource of a path parameter, or a text without an owner. Throws for an unknown parameter. */
export function parameterOf(
  { path, name }: ApiOperation,
  parameter: string,
): ResourceKind | { text: string } {
  if (path.includes('/{courseId}/project')) return 'projectCourse'
  const named = BY_NAME[parameter]
  if (named) return named
  if (UNOWNED[parameter]) return { text: UNOWNED[parameter] }
  if (UNOWNED_PATHS.some((start) => path.startsWith(start))) return { text: Bun.randomUUIDv7() }
  const found = BY_PATH.find(([start]) => path.startsWith(start))
  if (!found)
    throw new Error(
      `Say in test/harness/operations/parameter-resources.ts what {${parameter}} of ${name} is an id of.`,
    )
  return found[1]
}

/** Body fields with an id or an equivalent value. */
export const ID_FIELDS: Record<string, ResourceKind[]> = {
  userId: ['user'],
  quoteId: ['buyQuote', 'sellQuote'],
  courseId: ['course', 'projectCourse'],
  lessonId: ['lesson'],
  questionId: ['question'],
  cardId: ['reviewCard'],
  roomCode: ['contestCode', 'roomCode'],
  token: ['device'],
  refreshToken: ['refreshToken'],
  pinToken: ['pinToken'],
  referralCode: ['referralCode'],
  walletAddress: ['wallet'],
}
