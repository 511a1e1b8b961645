import { searchReader } from '../list/list-search.ts'

export const ROLES = ['USER', 'CREATOR', 'SUPPORT', 'MODERATOR', 'ADMIN'] as const
export const STATES = ['active', 'suspended'] as const
/** A step of the funnel that the user has reached. */
const STEPS = ['LESSON', 'COURSE', 'CERTIFICATE'] as const

const FIELDS = {
  q: 'text',
  role: ROLES,
  state: STATES,
  from: 'text',
  to: 'text',
  active: 'text',
  activeTo: 'text',
  reached: STEPS,
} as const

export const readUserSearch = searchReader(FIELDS)
