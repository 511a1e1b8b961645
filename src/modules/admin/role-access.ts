import type { Role } from '../../platform/http/caller.ts'

/**
 * The roles of every admin endpoint. CREATOR edits content and reviews submissions to own courses; SUPPORT reads users and
 * orders and reviews all submissions; only ADMIN changes users, money and operations.
 */

const ADMIN = ['ADMIN'] as const satisfies Role[]
const AUTHORS = ['CREATOR', 'ADMIN'] as const satisfies Role[]
const HELPERS = ['SUPPORT', 'ADMIN'] as const satisfies Role[]
const REVIEWERS = ['CREATOR', 'SUPPORT', 'ADMIN'] as const satisfies Role[]

export const ACCESS = {
  'GET /admin/users': HELPERS,
  'GET /admin/users/:id': HELPERS,
  'POST /admin/users/:id/suspend': ADMIN,
  'POST /admin/users/:id/unsuspend': ADMIN,
  'PATCH /admin/users/:id/role': ADMIN,
  'POST /admin/users/:id/grants': ADMIN,
  'POST /admin/users/:id/notifications': ADMIN,
  'PUT /admin/users/:id/subscription': ADMIN,
  'DELETE /admin/users/:id/subscription': ADMIN,

  'GET /admin/courses': AUTHORS,
  'POST /admin/courses': AUTHORS,
  'GET /admin/courses/:id': AUTHORS,
  'PATCH /admin/courses/:id': AUTHORS,
  'POST /admin/courses/:id/publish': AUTHORS,
  'POST /admin/courses/:id/archive': AUTHORS,
  'GET /admin/courses/:id/lessons': AUTHORS,
  'POST /admin/courses/:id/lessons': AUTHORS,
  'GET /admin/lessons/:id': AUTHORS,
  'PATCH /admin/lessons/:id': AUTHORS,
  'POST /admin/lessons/:id/publish': AUTHORS,
  'POST /admin/lessons/:id/archive': AUTHORS,
  'GET /admin/topics': AUTHORS,
  'GET /admin/questions': AUTHORS,
  'POST /admin/questions': AUTHORS,
  'GET /admin/questions/:id': AUTHORS,
  'PATCH /admin/questions/:id': AUTHORS,
  'POST /admin/questions/:id/publish': AUTHORS,
  'POST /admin/questions/:id/archive': AUTHORS,
  'GET /admin/learning-paths': AUTHORS,
  'POST /admin/learning-paths': AUTHORS,
  'GET /admin/learning-paths/:id': AUTHORS,
  'PATCH /admin/learning-paths/:id': AUTHORS,
  'POST /admin/learning-paths/:id/publish': AUTHORS,
  'POST /admin/learning-paths/:id/archive': AUTHORS,
  'GET /admin/capstones': AUTHORS,
  'POST /admin/capstones': AUTHORS,
  'GET /admin/capstones/:id': AUTHORS,
  'PATCH /admin/capstones/:id': AUTHORS,
  'POST /admin/capstones/:id/publish': AUTHORS,
  'POST /admin/capstones/:id/archive': AUTHORS,
  'GET /admin/contests': AUTHORS,
  'POST /admin/contests': AUTHORS,
  'GET /admin/contests/:id': AUTHORS,
  'PATCH /admin/contests/:id': AUTHORS,
  'POST /admin/contests/:id/cancel': AUTHORS,
  'GET /admin/promotions': AUTHORS,
  'POST /admin/promotions': AUTHORS,
  'GET /admin/promotions/:id': AUTHORS,
  'PATCH /admin/promotions/:id': AUTHORS,
  'POST /admin/promotions/:id/publish': AUTHORS,
  'POST /admin/promotions/:id/archive': AUTHORS,
  'GET /admin/promotions/:id/figures': AUTHORS,
  'GET /admin/badges': AUTHORS,
  'POST /admin/badges': AUTHORS,
  'GET /admin/badges/:badgeType': AUTHORS,
  'PATCH /admin/badges/:badgeType': AUTHORS,
  'PUT /admin/badges/:badgeType/picture': AUTHORS,
  'POST /admin/badges/:badgeType/publish': AUTHORS,
  'POST /admin/badges/:badgeType/archive': AUTHORS,

  'GET /admin/media': AUTHORS,
  'POST /admin/media': AUTHORS,
  'GET /admin/media/:id': AUTHORS,
  'PATCH /admin/media/:id': AUTHORS,
  'DELETE /admin/media/:id': AUTHORS,
  'GET /admin/courses/:id/cover': AUTHORS,
  'PUT /admin/courses/:id/cover': AUTHORS,
  'GET /admin/learning-paths/:id/cover': AUTHORS,
  'PUT /admin/learning-paths/:id/cover': AUTHORS,

  'GET /admin/submissions': REVIEWERS,
  'POST /admin/submissions/:id/decision': REVIEWERS,

  'GET /admin/orders': HELPERS,
  'GET /admin/orders/:id': HELPERS,
  'POST /admin/orders/:id/retry': ADMIN,
  'POST /admin/orders/:id/accept': ADMIN,
  'POST /admin/orders/:id/refund': ADMIN,

  'GET /admin/users/:id/certificates': HELPERS,
  'PATCH /admin/certificates/:id': ADMIN,
  'POST /admin/certificates/:id/revoke': ADMIN,

  'GET /admin/inbox/dead-letters': ADMIN,
  'POST /admin/inbox/dead-letters/:id/replay': ADMIN,
  'GET /admin/jobs': ADMIN,
  'GET /admin/jobs/failed': ADMIN,
  'POST /admin/jobs/failed/:id/retry': ADMIN,
  'GET /admin/ledger/audits': ADMIN,
  'POST /admin/ledger/audits': ADMIN,
  'GET /admin/stats': ADMIN,
  'GET /admin/audit': ADMIN,
  'GET /admin/site-settings': ADMIN,
  'PUT /admin/site-settings': ADMIN,
} as const satisfies Record<string, readonly Role[]>

export type AdminRoute = keyof typeof ACCESS
