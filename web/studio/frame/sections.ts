import {
  BookOpen,
  ClipboardCheck,
  Images,
  ListChecks,
  MessageSquareCheck,
  Route,
  Shapes,
  Trophy,
} from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import {
  CONTESTS_PATH,
  HOME_PATH,
  MEDIA_PATH,
  PATHS_PATH,
  PROJECTS_PATH,
  QUESTIONS_PATH,
  REVIEWS_PATH,
  SUBMISSIONS_PATH,
} from '../paths.ts'

type Role = Api.Profile['role']

/** The roles that may use the studio. */
export const ROLES = ['CREATOR', 'ADMIN'] as const satisfies readonly Role[]
const ADMINS = ['ADMIN'] as const satisfies readonly Role[]

/** The sections of the studio, in the rail of a wide screen and in the menu of a phone. */
const SECTIONS = [
  { to: HOME_PATH, text: 'nav.courses', Icon: BookOpen, roles: ROLES },
  { to: QUESTIONS_PATH, text: 'nav.questions', Icon: ListChecks, roles: ROLES },
  { to: SUBMISSIONS_PATH, text: 'nav.submissions', Icon: ClipboardCheck, roles: ROLES },
  { to: PROJECTS_PATH, text: 'nav.projects', Icon: Shapes, roles: ROLES },
  { to: PATHS_PATH, text: 'nav.paths', Icon: Route, roles: ROLES },
  { to: CONTESTS_PATH, text: 'nav.contests', Icon: Trophy, roles: ROLES },
  { to: MEDIA_PATH, text: 'nav.media', Icon: Images, roles: ROLES },
  { to: REVIEWS_PATH, text: 'nav.reviews', Icon: MessageSquareCheck, roles: ADMINS },
] as const

/** The bar of a phone shows as many; the others are in its menu. */
export const BAR_SECTIONS = 3

export function sectionsOf(role: Role) {
  return SECTIONS.filter(({ roles }) => (roles as readonly Role[]).includes(role))
}

/** The section that an address belongs to: the longest address above it. */
export function sectionOf(pathname: string): string | undefined {
  if (pathname.startsWith('/studio/courses/')) return HOME_PATH
  const path = pathname.replace(/\/$/, '')
  return SECTIONS.find(({ to }) => path === to || (to !== HOME_PATH && path.startsWith(`${to}/`)))?.to
}
