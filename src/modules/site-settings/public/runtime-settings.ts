import type { Config } from '../../../platform/config/config.ts'
import { STAFF_ROLES, type StaffRole } from '../../../platform/http/caller.ts'
import { TimestampSchema } from '../../../platform/http/schemas.ts'
import { z } from '../../../platform/zod.ts'

const MIN_REQUESTS = 60
const MAX_XP = 1_000_000_000

/** A lower limit would lock administrators out, whose requests it counts as well. */
const GeneralLimitSchema = z
  .object({ count: z.int().min(MIN_REQUESTS).max(1_000_000), windowSeconds: z.int().min(1).max(3_600) })
  .refine(({ count, windowSeconds }) => count >= windowSeconds, {
    message: 'must allow at least one request per second',
    path: ['count'],
  })
  .openapi({ description: 'Requests of a user, or of a network without a token, in a time' })

const reward = z.int().min(0).max(MAX_XP)
const CreatorLimitsSchema = z
  .object({ courseXp: reward, courseGems: reward, poolGems: reward, dailyXp: reward, dailyGems: reward })
  .openapi({ description: 'What a creator may offer per course, per contest and per day' })

const GrantLimitsSchema = z.object({ gems: reward, xp: reward }).openapi({
  description: 'What one administrator may grant within 24 hours without approval; 0: any amount',
})

const TwoFactorRolesSchema = z
  .array(z.enum(STAFF_ROLES))
  .max(STAFF_ROLES.length)
  .transform((roles) => STAFF_ROLES.filter((role) => roles.includes(role)))
  .openapi({ description: 'The roles whose users must use two-factor sign-in for everything under /admin' })

/** The settings that an administrator may change while the service runs. Null: the environment decides. */
export const RuntimeSettingsInputSchema = z.object({
  isSignUpOpen: z.boolean().nullable().openapi({ description: 'Whether visitors may create accounts' }),
  areStakesOn: z.boolean().nullable().openapi({
    description:
      'Whether users may stake gems in battles and pay entry fees of contests. What was staked before is settled as agreed.',
  }),
  generalLimit: GeneralLimitSchema.nullable(),
  creatorLimits: CreatorLimitsSchema.nullable(),
  grantLimits: GrantLimitsSchema.nullable(),
  twoFactorRoles: TwoFactorRolesSchema.nullable(),
})
type RuntimeSettingsInput = z.output<typeof RuntimeSettingsInputSchema>

export interface StoredRuntimeSettings extends RuntimeSettingsInput {
  /** 0 before the first change. */
  version: number
  updatedAt: Date | null
}

export const NOTHING_STORED: StoredRuntimeSettings = {
  isSignUpOpen: null,
  areStakesOn: null,
  generalLimit: null,
  creatorLimits: null,
  grantLimits: null,
  twoFactorRoles: null,
  version: 0,
  updatedAt: null,
}

/** The settings in force: the stored ones, and those of the environment where none is stored. */
export interface RuntimeSettings {
  isSignUpOpen: boolean
  areStakesOn: boolean
  generalLimit: { count: number; windowSeconds: number }
  creatorLimits: Config['creators']
  grantLimits: Config['grantLimits']
  twoFactorRoles: readonly StaffRole[]
}

export type SettingsConfig = Pick<
  Config,
  'isSignUpOpen' | 'areStakesOn' | 'limits' | 'creators' | 'grantLimits' | 'twoFactorRoles'
>

function environmentSettings(config: SettingsConfig): RuntimeSettings {
  const { isSignUpOpen, areStakesOn, limits, creators, grantLimits, twoFactorRoles } = config
  const { count, windowSeconds } = limits.general
  const generalLimit = { count, windowSeconds }
  return { isSignUpOpen, areStakesOn, generalLimit, creatorLimits: creators, grantLimits, twoFactorRoles }
}

export function settingsInForce(config: SettingsConfig, stored: StoredRuntimeSettings): RuntimeSettings {
  const environment = environmentSettings(config)
  return {
    isSignUpOpen: stored.isSignUpOpen ?? environment.isSignUpOpen,
    areStakesOn: stored.areStakesOn ?? environment.areStakesOn,
    generalLimit: stored.generalLimit ?? environment.generalLimit,
    creatorLimits: stored.creatorLimits ?? environment.creatorLimits,
    grantLimits: stored.grantLimits ?? environment.grantLimits,
    twoFactorRoles: stored.twoFactorRoles ?? environment.twoFactorRoles,
  }
}

/** True if more may be granted without approval than before. A limit of 0 is none. */
export function areGrantLimitsRaised(
  before: RuntimeSettings['grantLimits'],
  after: RuntimeSettings['grantLimits'],
): boolean {
  const isRaised = (old: number, updated: number) => old > 0 && (updated === 0 || updated > old)
  return isRaised(before.gems, after.gems) || isRaised(before.xp, after.xp)
}

/** True if a role must use two-factor sign-in that was free before. */
export function areTwoFactorRolesAdded(
  before: RuntimeSettings['twoFactorRoles'],
  after: RuntimeSettings['twoFactorRoles'],
): boolean {
  return after.some((role) => !before.includes(role))
}

const VARIABLES = {
  isSignUpOpen: ['SIGN_UP'],
  areStakesOn: ['STAKES'],
  generalLimit: ['LIMIT_GENERAL'],
  creatorLimits: [
    'CREATOR_COURSE_XP',
    'CREATOR_COURSE_GEMS',
    'CREATOR_POOL_GEMS',
    'CREATOR_DAILY_XP',
    'CREATOR_DAILY_GEMS',
  ],
  grantLimits: ['GRANT_LIMIT_GEMS', 'GRANT_LIMIT_XP'],
  twoFactorRoles: ['TWO_FACTOR_ROLES'],
} as const satisfies Record<keyof RuntimeSettings, string[]>

const SOURCES = ['ENVIRONMENT', 'STORED'] as const

function settingSchema<Value extends z.ZodType>(value: Value) {
  return z.object({
    value: value.openapi({ description: 'What is in force' }),
    source: z.enum(SOURCES).openapi({ description: 'STORED: an administrator has set it' }),
    environmentValue: value.openapi({ description: 'What is in force without a stored value' }),
    variables: z.array(z.string()).openapi({ description: 'The variables of the environment' }),
  })
}

const LimitSchema = z.object({ count: z.int(), windowSeconds: z.int() })
const RewardsSchema = z.object({
  courseXp: z.int(),
  courseGems: z.int(),
  poolGems: z.int(),
  dailyXp: z.int(),
  dailyGems: z.int(),
})

export const RuntimeSettingsSchema = z
  .object({
    version: z
      .int()
      .openapi({ description: 'Counts the changes; 0 before the first. Send it back with a change.' }),
    updatedAt: TimestampSchema.nullable(),
    isSignUpOpen: settingSchema(z.boolean()),
    areStakesOn: settingSchema(z.boolean()),
    generalLimit: settingSchema(LimitSchema),
    creatorLimits: settingSchema(RewardsSchema),
    grantLimits: settingSchema(z.object({ gems: z.int(), xp: z.int() })),
    twoFactorRoles: settingSchema(z.array(z.enum(STAFF_ROLES)).readonly()),
  })
  .openapi('RuntimeSettings')

/** The values of this process and why each is in force. */
export function presentRuntimeSettings(
  config: SettingsConfig,
  stored: StoredRuntimeSettings,
): z.input<typeof RuntimeSettingsSchema> {
  const environment = environmentSettings(config)
  const inForce = settingsInForce(config, stored)
  const setting = <Name extends keyof RuntimeSettings>(name: Name) => ({
    value: inForce[name],
    source: stored[name] === null ? ('ENVIRONMENT' as const) : ('STORED' as const),
    environmentValue: environment[name],
    variables: [...VARIABLES[name]],
  })
  return {
    version: stored.version,
    updatedAt: stored.updatedAt?.toISOString() ?? null,
    isSignUpOpen: setting('isSignUpOpen'),
    areStakesOn: setting('areStakesOn'),
    generalLimit: setting('generalLimit'),
    creatorLimits: setting('creatorLimits'),
    grantLimits: setting('grantLimits'),
    twoFactorRoles: setting('twoFactorRoles'),
  }
}

export const RUNTIME_SETTINGS_INPUT_EXAMPLE = {
  isSignUpOpen: null,
  areStakesOn: false,
  generalLimit: null,
  creatorLimits: null,
  grantLimits: null,
  twoFactorRoles: ['ADMIN'],
} as const

export const RUNTIME_SETTINGS_EXAMPLE = {
  version: 3,
  updatedAt: '2026-11-02T08:00:00.000Z',
  isSignUpOpen: exampleOf('isSignUpOpen', true),
  areStakesOn: { ...exampleOf('areStakesOn', true), value: false, source: 'STORED' },
  generalLimit: exampleOf('generalLimit', { count: 600, windowSeconds: 60 }),
  creatorLimits: exampleOf('creatorLimits', {
    courseXp: 5_000,
    courseGems: 1_000,
    poolGems: 1_000,
    dailyXp: 10_000,
    dailyGems: 2_000,
  }),
  grantLimits: exampleOf('grantLimits', { gems: 1_000, xp: 10_000 }),
  twoFactorRoles: { ...exampleOf('twoFactorRoles', []), value: ['ADMIN', 'SUPPORT'], source: 'STORED' },
}

/** A setting that the environment decides. */
function exampleOf<Name extends keyof RuntimeSettings>(name: Name, value: RuntimeSettings[Name]) {
  return { value, source: 'ENVIRONMENT', environmentValue: value, variables: VARIABLES[name] }
}
