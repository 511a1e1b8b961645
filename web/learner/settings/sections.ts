import {
  Bell,
  Database,
  KeyRound,
  Languages,
  type LucideIcon,
  MonitorSmartphone,
  Palette,
  ShieldCheck,
  UserRound,
} from 'lucide-react'
import { type ComponentType, lazy } from 'react'

interface Section {
  Icon: LucideIcon
  Content: ComponentType
}

/** The sub-pages of the settings, in their order. Each is loaded when it is opened. */
export const SECTIONS = {
  profile: { Icon: UserRound, Content: lazy(() => import('./profile-section.tsx')) },
  account: { Icon: KeyRound, Content: lazy(() => import('./account-section.tsx')) },
  'two-factor': { Icon: ShieldCheck, Content: lazy(() => import('./two-factor-section.tsx')) },
  devices: { Icon: MonitorSmartphone, Content: lazy(() => import('./devices-section.tsx')) },
  notifications: { Icon: Bell, Content: lazy(() => import('./notifications-section.tsx')) },
  language: { Icon: Languages, Content: lazy(() => import('./language-and-time-zone-section.tsx')) },
  appearance: { Icon: Palette, Content: lazy(() => import('./appearance-section.tsx')) },
  data: { Icon: Database, Content: lazy(() => import('./data-section.tsx')) },
} as const satisfies Record<string, Section>

export type SectionId = keyof typeof SECTIONS

export const SECTION_IDS = Object.keys(SECTIONS) as SectionId[]

export const isSection = (id: string | undefined): id is SectionId => id !== undefined && id in SECTIONS
