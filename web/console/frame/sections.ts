import {
  Activity,
  Award,
  BellRing,
  ChartColumn,
  ClipboardCheck,
  Cog,
  Flag,
  HandCoins,
  Link2,
  Mail,
  Medal,
  Megaphone,
  Newspaper,
  ReceiptText,
  Scale,
  ScrollText,
  Settings2,
  ShieldUser,
  SlidersHorizontal,
  Swords,
  Trophy,
  Users,
  Webhook,
} from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import {
  AUDIT_PATH,
  BADGES_PATH,
  BATTLES_PATH,
  BROADCASTS_PATH,
  CERTIFICATES_PATH,
  CHAIN_PATH,
  CONTESTS_PATH,
  EMAILS_PATH,
  EVENTS_PATH,
  FIGURES_PATH,
  GRANTS_PATH,
  HOME_PATH,
  JOBS_PATH,
  LEDGER_PATH,
  ORDERS_PATH,
  PROMOTIONS_PATH,
  REPORTS_PATH,
  RUNTIME_PATH,
  SETTINGS_PATH,
  STAFF_PATH,
  SUBMISSIONS_PATH,
  SYSTEM_PATH,
  USERS_PATH,
} from '../paths.ts'

type Role = Api.Profile['role']

/** The roles that may use the console. */
export const STAFF_ROLES = ['SUPPORT', 'MODERATOR', 'ADMIN'] as const satisfies readonly Role[]
const ADMINS = ['ADMIN'] as const satisfies readonly Role[]
const HELPERS = ['SUPPORT', 'ADMIN'] as const satisfies readonly Role[]
const MODERATORS = ['MODERATOR', 'ADMIN'] as const satisfies readonly Role[]

/** The sections of the console, in the rail of a wide screen and in the menu of a phone. */
const SECTIONS = [
  { to: HOME_PATH, text: 'nav.attention', Icon: BellRing, roles: STAFF_ROLES, group: undefined },
  { to: USERS_PATH, text: 'nav.users', Icon: Users, roles: STAFF_ROLES, group: 'people' },
  { to: REPORTS_PATH, text: 'nav.reports', Icon: Flag, roles: MODERATORS, group: 'people' },
  { to: BROADCASTS_PATH, text: 'nav.broadcasts', Icon: Megaphone, roles: HELPERS, group: 'people' },
  { to: EMAILS_PATH, text: 'nav.emails', Icon: Mail, roles: HELPERS, group: 'people' },
  { to: STAFF_PATH, text: 'nav.staff', Icon: ShieldUser, roles: ADMINS, group: 'people' },
  { to: ORDERS_PATH, text: 'nav.orders', Icon: ReceiptText, roles: HELPERS, group: 'value' },
  { to: GRANTS_PATH, text: 'nav.grants', Icon: HandCoins, roles: ADMINS, group: 'value' },
  { to: CONTESTS_PATH, text: 'nav.contests', Icon: Trophy, roles: ADMINS, group: 'value' },
  { to: BATTLES_PATH, text: 'nav.battles', Icon: Swords, roles: HELPERS, group: 'value' },
  { to: LEDGER_PATH, text: 'nav.ledger', Icon: Scale, roles: ADMINS, group: 'value' },
  { to: CHAIN_PATH, text: 'nav.chain', Icon: Link2, roles: HELPERS, group: 'value' },
  { to: SUBMISSIONS_PATH, text: 'nav.submissions', Icon: ClipboardCheck, roles: HELPERS, group: 'content' },
  { to: CERTIFICATES_PATH, text: 'nav.certificates', Icon: Award, roles: HELPERS, group: 'content' },
  { to: BADGES_PATH, text: 'nav.badges', Icon: Medal, roles: ADMINS, group: 'content' },
  { to: PROMOTIONS_PATH, text: 'nav.promotions', Icon: Newspaper, roles: ADMINS, group: 'content' },
  { to: FIGURES_PATH, text: 'nav.figures', Icon: ChartColumn, roles: ADMINS, group: 'system' },
  { to: SYSTEM_PATH, text: 'nav.system', Icon: Activity, roles: ADMINS, group: 'system' },
  { to: JOBS_PATH, text: 'nav.jobs', Icon: Cog, roles: ADMINS, group: 'system' },
  { to: EVENTS_PATH, text: 'nav.events', Icon: Webhook, roles: HELPERS, group: 'system' },
  { to: AUDIT_PATH, text: 'nav.audit', Icon: ScrollText, roles: ADMINS, group: 'system' },
  { to: RUNTIME_PATH, text: 'nav.runtime', Icon: SlidersHorizontal, roles: ADMINS, group: 'system' },
  { to: SETTINGS_PATH, text: 'nav.settings', Icon: Settings2, roles: ADMINS, group: 'system' },
] as const

type Section = (typeof SECTIONS)[number]

/** The groups in the order of the rail; the first has no heading. */
const GROUPS = [undefined, 'people', 'value', 'content', 'system'] as const

/** The bar of a phone shows as many; the others are in its menu. */
export const BAR_SECTIONS = 3

export function sectionsOf(role: Role) {
  return SECTIONS.filter(({ roles }) => (roles as readonly Role[]).includes(role))
}

/** The sections of a role by group. A group without sections is left out. */
export function groupsOf(role: Role): { group: (typeof GROUPS)[number]; sections: Section[] }[] {
  const mine = sectionsOf(role)
  return GROUPS.map((group) => ({
    group,
    sections: mine.filter((section) => section.group === group),
  })).filter(({ sections }) => sections.length > 0)
}

/** The section that an address belongs to: the longest address above it. */
export function sectionOf(pathname: string): string | undefined {
  const path = pathname.replace(/\/$/, '')
  const above = SECTIONS.filter(({ to }) => path === to || (to !== HOME_PATH && path.startsWith(`${to}/`)))
  return above.sort((one, other) => other.to.length - one.to.length)[0]?.to
}

/** Whether a role may open an address. An address outside the sections says itself that there is nothing. */
export function mayOpen(role: Role, pathname: string): boolean {
  const section = sectionOf(pathname)
  return section === undefined || sectionsOf(role).some(({ to }) => to === section)
}
