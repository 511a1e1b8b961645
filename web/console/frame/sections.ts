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
  Megaphone,
  ReceiptText,
  Scale,
  ScrollText,
  Settings2,
  ShieldUser,
  SlidersHorizontal,
  Users,
  Webhook,
} from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import {
  AUDIT_PATH,
  BROADCASTS_PATH,
  CERTIFICATES_PATH,
  CHAIN_PATH,
  EVENTS_PATH,
  FIGURES_PATH,
  GRANTS_PATH,
  HOME_PATH,
  JOBS_PATH,
  LEDGER_PATH,
  ORDERS_PATH,
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
export const STAFF_ROLES = ['SUPPORT', 'ADMIN'] as const satisfies readonly Role[]
const ADMINS = ['ADMIN'] as const satisfies readonly Role[]

/** The sections of the console, in the rail of a wide screen and in the menu of a phone. */
const SECTIONS = [
  { to: HOME_PATH, text: 'nav.attention', Icon: BellRing, roles: STAFF_ROLES },
  { to: USERS_PATH, text: 'nav.users', Icon: Users, roles: STAFF_ROLES },
  { to: ORDERS_PATH, text: 'nav.orders', Icon: ReceiptText, roles: STAFF_ROLES },
  { to: GRANTS_PATH, text: 'nav.grants', Icon: HandCoins, roles: ADMINS },
  { to: CERTIFICATES_PATH, text: 'nav.certificates', Icon: Award, roles: STAFF_ROLES },
  { to: SUBMISSIONS_PATH, text: 'nav.submissions', Icon: ClipboardCheck, roles: STAFF_ROLES },
  { to: REPORTS_PATH, text: 'nav.reports', Icon: Flag, roles: ADMINS },
  { to: BROADCASTS_PATH, text: 'nav.broadcasts', Icon: Megaphone, roles: STAFF_ROLES },
  { to: EVENTS_PATH, text: 'nav.events', Icon: Webhook, roles: ADMINS },
  { to: JOBS_PATH, text: 'nav.jobs', Icon: Cog, roles: ADMINS },
  { to: CHAIN_PATH, text: 'nav.chain', Icon: Link2, roles: ADMINS },
  { to: LEDGER_PATH, text: 'nav.ledger', Icon: Scale, roles: ADMINS },
  { to: FIGURES_PATH, text: 'nav.figures', Icon: ChartColumn, roles: ADMINS },
  { to: SYSTEM_PATH, text: 'nav.system', Icon: Activity, roles: ADMINS },
  { to: AUDIT_PATH, text: 'nav.audit', Icon: ScrollText, roles: ADMINS },
  { to: STAFF_PATH, text: 'nav.staff', Icon: ShieldUser, roles: ADMINS },
  { to: RUNTIME_PATH, text: 'nav.runtime', Icon: SlidersHorizontal, roles: ADMINS },
  { to: SETTINGS_PATH, text: 'nav.settings', Icon: Settings2, roles: ADMINS },
] as const

/** The bar of a phone shows as many; the others are in its menu. */
export const BAR_SECTIONS = 3

export function sectionsOf(role: Role) {
  return SECTIONS.filter(({ roles }) => (roles as readonly Role[]).includes(role))
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
