/** Every address of the console; `:name` is one segment. The service answers any other address with status 404. */
export const CONSOLE_PATHS = [
  '/console',
  '/console/search',
  '/console/users',
  '/console/users/:userId',
  '/console/orders',
  '/console/grants',
  '/console/certificates',
  '/console/submissions',
  '/console/reports',
  '/console/broadcasts',
  '/console/broadcasts/:broadcastId',
  '/console/events',
  '/console/jobs',
  '/console/chain',
  '/console/battles',
  '/console/contests',
  '/console/contests/:contestId',
  '/console/badges',
  '/console/badges/:badgeType',
  '/console/promotions',
  '/console/promotions/:promotionId',
  '/console/emails',
  '/console/ledger',
  '/console/audit',
  '/console/figures',
  '/console/system',
  '/console/staff',
  '/console/runtime',
  '/console/settings',
] as const

export const HOME_PATH = '/console'
export const SEARCH_PATH = '/console/search'
export const USERS_PATH = '/console/users'
export const ORDERS_PATH = '/console/orders'
export const GRANTS_PATH = '/console/grants'
export const CERTIFICATES_PATH = '/console/certificates'
export const SUBMISSIONS_PATH = '/console/submissions'
export const REPORTS_PATH = '/console/reports'
export const BROADCASTS_PATH = '/console/broadcasts'
export const EVENTS_PATH = '/console/events'
export const JOBS_PATH = '/console/jobs'
export const CHAIN_PATH = '/console/chain'
export const BATTLES_PATH = '/console/battles'
export const CONTESTS_PATH = '/console/contests'
export const BADGES_PATH = '/console/badges'
export const PROMOTIONS_PATH = '/console/promotions'
export const EMAILS_PATH = '/console/emails'
export const LEDGER_PATH = '/console/ledger'
export const AUDIT_PATH = '/console/audit'
export const FIGURES_PATH = '/console/figures'
export const SYSTEM_PATH = '/console/system'
export const STAFF_PATH = '/console/staff'
export const RUNTIME_PATH = '/console/runtime'
export const SETTINGS_PATH = '/console/settings'

export const broadcastPath = (broadcastId: string): string => `${BROADCASTS_PATH}/${broadcastId}`
export const badgePath = (badgeType: string): string => `${BADGES_PATH}/${badgeType}`
export const promotionPath = (promotionId: string): string => `${PROMOTIONS_PATH}/${promotionId}`
export const contestPath = (contestId: string): string => `${CONTESTS_PATH}/${contestId}`
export const userPath = (userId: string): string => `${USERS_PATH}/${userId}`
