import { type Config, type Environment, readConfig } from './config.ts'
import { fileVariableOf, readSecretFiles, SECRET_VARIABLES } from './secret-files.ts'
import { VARIABLES, type Values } from './variables.ts'

export interface EffectiveSetting {
  name: string
  /** As text. A secret is `[set]`; undefined if it is unset and has no default. */
  value: string | undefined
  source: 'environment' | 'file' | 'default'
}

type Limits = { count: number; windowSeconds: number }
const limitText = ({ count, windowSeconds }: Limits) => `${count}/${windowSeconds}`

/** The defaults that depend on other settings, as they are in force. */
const DERIVED_DEFAULTS: Partial<Record<keyof Values, (config: Config) => unknown>> = {
  HOST: (config) => config.host,
  PORT: (config) => config.port,
  PUBLIC_URL: (config) => config.publicUrl,
  WEB_BUILD_DIR: (config) => config.webBuildDir,
  ERASURES_FILE: (config) => config.erasuresFile,
  CHAIN_CONTRACTS_FILE: (config) => config.chain.contractsFile,
  CHAIN_CONFIRMATIONS: (config) => config.chain.confirmations,
  BADGE_DAILY_GAS: (config) => config.badges.dailyGas,
  PIN_RESET_BLOCK_SECONDS: (config) => config.wallet.offRampBlockSeconds,
  FIRST_PIN_BLOCK_SECONDS: (config) => config.wallet.firstPinBlockSeconds,
  CONTRACT_EVENTS_CONFIRMED: (config) => config.webhooks.confirmsContractEvents,
  PAYMENT_PROVIDER: (config) => config.payments.provider,
  PAYMENT_TREASURY_ADDRESS: (config) => config.payments.treasury,
  PAYMENT_SANDBOX_PORT: (config) => config.payments.sandboxPort,
  GRANT_LIMIT_GEMS: (config) => config.grantLimits.gems,
  GRANT_LIMIT_XP: (config) => config.grantLimits.xp,
  LIMIT_GENERAL: (config) => limitText(config.limits.general),
  LIMIT_CREDENTIALS_PER_ADDRESS: (config) => limitText(config.limits.credentialsPerAddress),
  LIMIT_CREDENTIALS_PER_ACCOUNT: (config) => limitText(config.limits.credentialsPerAccount),
  LIMIT_IDEMPOTENCY_KEYS: (config) => limitText(config.limits.idempotencyKeys),
  LIMIT_EXPORTS: (config) => limitText(config.limits.exports),
  GEM_USE_VERIFIED_EMAIL: (config) => config.gemUse.requireVerifiedEmail,
  GEM_USE_ACCOUNT_AGE_SECONDS: (config) => config.gemUse.minAccountAgeMs / 1000,
  COURSE_TEST_PAUSE_HOURS: (config) => config.courseTestPauseHours,
  PAID_LESSONS_PER_DAY: (config) => config.paidLessonsPerDay,
  BATTLE_STAKES_PER_ACCOUNT: (config) => config.battles.stakesPerAccount,
  BATTLE_STAKES_PER_PAIR: (config) => config.battles.stakesPerPair,
  BATTLE_STAKES_RELATED: (config) => config.battles.allowRelatedStakes,
  REFERRAL_PER_ADDRESS: (config) => config.referrals.perAddress,
  REFERRAL_VERIFIED_LEARNING: (config) => config.referrals.requireVerifiedLearning,
  DEMO_CONTENT: (config) => config.demoContent,
  DEMO_PROGRESS: (config) => config.demoProgress,
  SETUP: (config) => config.setup,
  DRAIN_SECONDS: (config) => config.drainMs / 1000,
}

/** Every setting as it is in force, without secrets. Throws a `ConfigError` if the settings are wrong. */
export function listEffectiveSettings(environment: Environment): EffectiveSetting[] {
  const config = readConfig(environment)
  const given = readSecretFiles(environment).environment
  return Object.entries(VARIABLES).map(([name, schema]) => {
    const text = given[name] || undefined
    if (text !== undefined) {
      const source = environment[name] ? 'environment' : 'file'
      return { name, value: shownValue(name, text), source }
    }
    const fallback = DERIVED_DEFAULTS[name as keyof Values]?.(config) ?? schema.safeParse(undefined).data
    return { name, value: shownDefault(fallback), source: 'default' }
  })
}

/** A URL is shown without its user and password, and without the path, which has the key of some providers. */
function shownValue(name: string, text: string): string {
  if (!(SECRET_VARIABLES as readonly string[]).includes(name)) return text
  const url = URL.parse(text)
  if (!name.endsWith('_URL') || !url) return '[set]'
  const path = url.protocol.startsWith('postgres') ? url.pathname : url.pathname.length > 1 ? '/…' : ''
  return `${url.protocol}//${url.username || url.password ? '…@' : ''}${url.host}${path}`
}

function shownDefault(value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value)) return value.join(',') || undefined
  if (typeof value === 'object') return JSON.stringify(value) === '{}' ? undefined : JSON.stringify(value)
  return String(value)
}

/** The variable that has the value: that of the setting, or that of its file. */
export function variableOf({ name, source }: EffectiveSetting): string {
  return source === 'file' ? fileVariableOf(name) : name
}
