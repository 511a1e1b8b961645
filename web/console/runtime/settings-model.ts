import type { Api } from '../../../packages/client/src/lyceum.ts'

/** The settings of the run time, and the numbers of those that are no switch. */
export const SETTINGS = [
  { name: 'isSignUpOpen', fields: [] },
  { name: 'areStakesOn', fields: [] },
  { name: 'twoFactorRoles', fields: [] },
  { name: 'grantLimits', fields: ['gems', 'xp'] },
  { name: 'generalLimit', fields: ['count', 'windowSeconds'] },
  { name: 'creatorLimits', fields: ['courseXp', 'courseGems', 'poolGems', 'dailyXp', 'dailyGems'] },
] as const

export type Setting = (typeof SETTINGS)[number]
export type SettingName = Setting['name']
export type NumberField = Setting['fields'][number]
export type Numbers = Partial<Record<NumberField, number>>
export type StaffRole = Api.RuntimeSettings['twoFactorRoles']['value'][number]
export type Value = boolean | Numbers | readonly StaffRole[]

export const STAFF_ROLES = [
  'ADMIN',
  'SUPPORT',
  'MODERATOR',
  'CREATOR',
] as const satisfies readonly StaffRole[]

export const isRoles = (value: Value): value is readonly StaffRole[] => Array.isArray(value)

/** What is stored for each setting; null where the environment decides. A change sends all of them. */
export function storedValues(settings: Api.RuntimeSettings) {
  const stored = <Of>({ source, value }: { source: string; value: Of }) =>
    source === 'STORED' ? value : null
  return {
    isSignUpOpen: stored(settings.isSignUpOpen),
    areStakesOn: stored(settings.areStakesOn),
    grantLimits: stored(settings.grantLimits),
    generalLimit: stored(settings.generalLimit),
    creatorLimits: stored(settings.creatorLimits),
    twoFactorRoles: stored(settings.twoFactorRoles),
  }
}

/** Reads the typed numbers; undefined while one of them is none. */
export function parseNumbers(
  fields: readonly NumberField[],
  typed: Partial<Record<NumberField, string>>,
): Numbers | undefined {
  const entries = fields.map((field) => [field, (typed[field] ?? '').trim()] as const)
  if (!entries.every(([, text]) => /^\d{1,10}$/.test(text))) return undefined
  return Object.fromEntries(entries.map(([field, text]) => [field, Number(text)]))
}

/** The newest entry of the audit log that changed the setting. */
export function lastChangeOf(
  entries: readonly Api.AuditEntry[],
  name: SettingName,
): Api.AuditEntry | undefined {
  return entries.find(({ after }) => after !== null && name in after)
}
