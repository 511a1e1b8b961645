import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { LimitPolicy } from './limits/limit.ts'

/** Every fault of the configuration at once, each with the variable's name and what to do. */
export class ConfigFault extends Error {
  readonly faults: string[]
  constructor(faults: string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    )
    this.name = 'ConfigFault'
    this.faults = faults
  }
}

/** Secrets that everybody knows, because they stand here. Production refuses them. */
const DEVELOPMENT_SECRETS: Record<string, string> = {
  SECRET_KEY: 'dev-secret-key-do-not-use-in-production',
  CONTRACT_WEBHOOK_SECRET: 'dev-contract-webhook-secret',
  REVENUECAT_WEBHOOK_KEY: 'dev-revenuecat-key',
  PIN_PEPPER: 'dev-pin-pepper-do-not-use-in-production',
}

const text = z.string().trim().min(1)
const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be from ${least} to ${most}`)
const onOff = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on')
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .transform((value) => value.replace(/\/+$/, ''))
const limit = z
  .string()
  .regex(/^[1-9]\d*\/[1-9]\d*$/, 'must be <count>/<seconds>, such as 30/60')
  .transform((value) => {
    const [count, windowSeconds] = value.split('/').map(Number) as [number, number]
    return { count, windowSeconds }
  })
const file = text.transform((path, context) => {
  try {
    return { path: resolve(path), content: readFileSync(path, 'utf8') }
  } catch (fault) {
    context.addIssue(`cannot be read: ${(fault as Error).message}`)
    return z.NEVER
  }
})
/** A service account as Google gives it, a JSON file. */
const serviceAccount = file.transform(({ content }, context) => {
  try {
    const given = JSON.parse(content)
    const account = z
      .object({
        project_id: text,
        client_email: text,
        private_key: text.refine((key) => createPrivateKey(key).asymmetricKeyType === 'rsa'),
        private_key_id: text.optional(),
        token_uri: httpUrl.default('https://oauth2.googleapis.com/token'),
      })
      .parse(given)
    return {
      projectId: account.project_id,
      clientEmail: account.client_email,
      privateKey: account.private_key,
      privateKeyId: account.private_key_id,
      tokenUrl: account.token_uri,
    }
  } catch {
    context.addIssue('is no service account: it needs project_id, client_email and an RSA private_key')
    return z.NEVER
  }
})
const webPushKey = (bytes: number) =>
  text.refine(
    (key) => /^[A-Za-z0-9_-]+$/.test(key) && Buffer.from(key, 'base64url').length === bytes,
    'must be a key made by: bun lyceum keys web-push',
  )
const paymentLimits = list.transform((lines, context) => {
  const limits: Record<string, { least: string; most: string }> = {}
  for (const line of lines) {
    const [, currency, least, most] = /^([A-Z]{3})=(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(line) ?? []
    if (currency && Number(least) <= Number(most)) limits[currency] = { least: least!, most: most! }
    else context.addIssue(`has "${line}" where <currency>=<least>-<most> belongs, such as KES=150-250000`)
  }
  return limits
})
const share = z
  .string()
  .regex(/^(0|1|[01]?\.\d+)$/, 'must be a number from 0 to 1')
  .transform(Number)
  .refine((value) => value <= 1, 'must be a number from 0 to 1')
/** `name=value,name=value`, with values as they stand in URLs. */
const pairs = list.transform((lines, context) => {
  const found: Record<string, string> = {}
  for (const line of lines) {
    const [, name, value] = /^([\w-]+)\s*=\s*(.+)$/.exec(line) ?? []
    if (name === undefined) context.addIssue('must be <name>=<value>, separated by commas')
    else found[name] = decoded(value!)
  }
  return found
})
const address = text.regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address: 0x and 40 hexadecimal digits')
const origins = list.refine(
  (all) => all.every((origin) => /^https?:\/\/[^/]+$/.test(origin)),
  'must be origins such as https://push.example or https://*.push.example, without a path',
)
const linkStart = text.regex(/^[a-z][a-z0-9+.-]*:\/\/\S*$/, 'must be a beginning of links, such as lyceum://')
const databaseUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' })
  .superRefine((value, context) => {
    const mode = sslMode(value)
    if (mode && mode !== 'disable' && mode !== 'verify-full') {
      context.addIssue(
        `sslmode=${mode} does not check whom it talks to; use verify-full with DATABASE_CA_FILE, or disable`,
      )
    }
  })

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** The checks of a value run on after a first fault, so what is asked about here may be no URL at all. */
function sslMode(url: string): string | undefined {
  return URL.parse(url)?.searchParams.get('sslmode') ?? undefined
}

/** Every variable that the service reads, with its default. `docs/operations.md` lists the same. */
const VARIABLES = {
  LYCEUM_ENV: z
    .enum(['development', 'test', 'production'], 'must be development, test or production')
    .default('development'),
  ROLE: z.enum(['all', 'api', 'worker'], 'must be all, api or worker').default('all'),
  HOST: text.optional(),
  PORT: wholeNumber(0, 65_535).optional(),
  PUBLIC_URL: httpUrl.optional(),
  DATA_DIR: text.default('.lyceum').transform((path) => resolve(path)),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_CA_FILE: file.optional(),
  DATABASE_POOL_SIZE: wholeNumber(2, 500).default(16),
  DATABASE_REPLICA_URL: databaseUrl.optional(),
  DATABASE_REPLICA_MAX_LAG_SECONDS: wholeNumber(1, 3_600).default(10),
  EMBEDDED_POSTGRES_PORT: wholeNumber(1, 65_535).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// URL' }).optional(),
  CHAIN: onOff.default(true),
  CHAIN_RPC_URL: httpUrl.optional(),
  CHAIN_ID: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(),
  CHAIN_NAME: text.optional(),
  CHAIN_EXPLORER_URL: httpUrl.optional(),
  CHAIN_CONTRACTS_FILE: text.transform((path) => resolve(path)).optional(),
  CHAIN_CONFIRMATIONS: wholeNumber(1, 1_000).optional(),
  CHAIN_DAILY_GAS: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(2_000_000_000),
  CHAIN_MAX_FEE_GWEI: wholeNumber(1, 1_000_000).default(500),
  RELAYER_PRIVATE_KEY_FILE: text.transform((path) => resolve(path)).optional(),
  EMBEDDED_CHAIN_PORT: wholeNumber(1, 65_535).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' }).optional(),
  MAIL_FROM: text.default('Lyceum <no-reply@lyceum.local>'),
  FCM_SERVICE_ACCOUNT_FILE: serviceAccount.optional(),
  FCM_URL: httpUrl.default('https://fcm.googleapis.com'),
  WEB_PUSH_PUBLIC_KEY: webPushKey(65).optional(),
  WEB_PUSH_PRIVATE_KEY: webPushKey(32).optional(),
  WEB_PUSH_SUBJECT: z
    .url({ protocol: /^(mailto|https)$/, error: 'must be a mailto: or https: URL' })
    .optional(),
  WEB_PUSH_ORIGINS: origins.default([
    'https://fcm.googleapis.com',
    'https://updates.push.services.mozilla.com',
    'https://*.push.apple.com',
    'https://*.notify.windows.com',
  ]),
  APP_LINK_BASE: linkStart.default('lyceum://'),
  STREAK_REMINDER_HOUR: wholeNumber(0, 23).default(20),
  NOTIFICATIONS_KEEP_DAYS: wholeNumber(1, 3_650).default(90),
  DEVICE_TOKENS_KEEP_DAYS: wholeNumber(1, 3_650).default(270),
  MAIL_KEEP_DAYS: wholeNumber(1, 3_650).default(7),
  SESSIONS_KEEP_DAYS: wholeNumber(1, 3_650).default(30),
  BATTLE_MOVES_KEEP_DAYS: wholeNumber(1, 3_650).default(7),
  INBOX_BODIES_KEEP_DAYS: wholeNumber(7, 3_650).default(90),
  CAMPAIGN_VIEWS_KEEP_DAYS: wholeNumber(30, 3_650).default(180),
  S3_ENDPOINT: httpUrl.optional(),
  S3_REGION: text.default('us-east-1'),
  S3_BUCKET: text.optional(),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  WALLET_SEAL_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  WALLET_SEAL_KEY_PREVIOUS: z.string().min(32, 'must have at least 32 characters').optional(),
  PIN_PEPPER: z.string().min(32, 'must have at least 32 characters').optional(),
  PIN_RESET_BLOCK_SECONDS: wholeNumber(0, 30 * 86_400).optional(),
  TOKEN_KEYS_FILE: text.transform((path) => resolve(path)).optional(),
  GOOGLE_CLIENT_IDS: list.default([]),
  GOOGLE_ISSUER: httpUrl.default('https://accounts.google.com'),
  GOOGLE_JWKS_URL: httpUrl.default('https://www.googleapis.com/oauth2/v3/certs'),
  APPLE_CLIENT_IDS: list.default([]),
  APPLE_ISSUER: httpUrl.default('https://appleid.apple.com'),
  APPLE_JWKS_URL: httpUrl.default('https://appleid.apple.com/auth/keys'),
  LLM_BASE_URL: httpUrl.optional(),
  LLM_API_KEY: text.optional(),
  LLM_MODEL: text.optional(),
  LLM_TIMEOUT_SECONDS: wholeNumber(1, 600).default(60),
  LLM_DAILY_TOKENS: wholeNumber(1_000, 1_000_000_000).default(2_000_000),
  REPOSITORY_HOSTS: list.default(['github.com', 'gitlab.com', 'bitbucket.org', 'codeberg.org']),
  CONTRACT_WEBHOOK_SECRET: text.optional(),
  CONTRACT_WEBHOOK_SECRET_PREVIOUS: text.optional(),
  CONTRACT_WEBHOOK_SIGNED_INPUT: z
    .enum(['body', 'id.timestamp.body'], 'must be body or id.timestamp.body')
    .default('body'),
  REVENUECAT_WEBHOOK_KEY: text.optional(),
  PAYMENT_PROVIDER: z
    .enum(['sandbox', 'fonbnk', 'yellow-card', 'off'], 'must be sandbox, fonbnk, yellow-card or off')
    .optional(),
  PAYMENT_TIMEOUT_SECONDS: wholeNumber(1, 25).default(10),
  PAYMENT_FEE_BASIS_POINTS: wholeNumber(0, 5_000).default(150),
  PAYMENT_LIMITS: paymentLimits.default({}),
  PAYMENT_GEM_PRICE: wholeNumber(1, 1_000_000_000).default(10_000),
  PAYMENT_TREASURY_ADDRESS: address.optional(),
  PAYMENT_SANDBOX_PORT: wholeNumber(0, 65_535).optional(),
  FONBNK_URL: httpUrl.default('https://api.fonbnk.com'),
  FONBNK_CLIENT_ID: text.optional(),
  FONBNK_CLIENT_SECRET: text.optional(),
  FONBNK_WEBHOOK_SECRET: text.optional(),
  YELLOW_CARD_URL: httpUrl.default('https://api.yellowcard.io/business'),
  YELLOW_CARD_API_KEY: text.optional(),
  YELLOW_CARD_SECRET: text.optional(),
  AFRICAS_TALKING_URL: httpUrl.default('https://api.africastalking.com'),
  AFRICAS_TALKING_USERNAME: text.optional(),
  AFRICAS_TALKING_API_KEY: text.optional(),
  CHAIN_FIRST_BLOCK: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0),
  CORS_ORIGINS: list.default([]),
  TRUST_PROXY_HOPS: wholeNumber(0, 10).default(0),
  REQUESTS_AT_ONCE: wholeNumber(10, 100_000).default(2_000),
  RATE_LIMITS: onOff.default(true),
  LIMIT_GENERAL: limit.optional(),
  LIMIT_CREDENTIALS_PER_ADDRESS: limit.optional(),
  LIMIT_CREDENTIALS_PER_ACCOUNT: limit.optional(),
  BATTLE_STAKE_CAP: wholeNumber(0, 1_000_000).default(1_000),
  BATTLE_XP_DAILY_CAP: wholeNumber(0, 1_000_000).default(200),
  REFERRAL_INVITER_GEMS: wholeNumber(0, 1_000_000).default(100),
  REFERRAL_INVITER_XP: wholeNumber(0, 1_000_000).default(50),
  REFERRAL_INVITED_GEMS: wholeNumber(0, 1_000_000).default(50),
  REFERRAL_DAILY_CAP: wholeNumber(0, 1_000_000).default(25),
  REFERRAL_TOTAL_CAP: wholeNumber(0, 1_000_000).default(500),
  REFERRAL_PER_DEVICE: wholeNumber(1, 1_000_000).default(3),
  REFERRAL_PER_ADDRESS: wholeNumber(1, 1_000_000).optional(),
  DEMO_CONTENT: onOff.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.default({}),
  OTEL_SERVICE_NAME: text.default('lyceum'),
  OTEL_TRACES_SAMPLER_ARG: share.default(1),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
      'must be trace, debug, info, warn, error or silent',
    )
    .default('info'),
} as const

const PORT = 3000
const WORKER_PORT = 3001
const localUrl = (port: number) => `http://localhost:${port}`

export const VARIABLE_NAMES = Object.keys(VARIABLES) as (keyof typeof VARIABLES)[]

type Values = { [Name in keyof typeof VARIABLES]: z.output<(typeof VARIABLES)[Name]> }

export type Config = ReturnType<typeof shape>

/** Reads the environment; throws a `ConfigFault` that names all that is wrong. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const faults: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(VARIABLES)) {
    // An empty variable is how compose files and shells say "not set".
    const given = environment[name] === '' ? undefined : environment[name]
    const outcome = schema.safeParse(given)
    if (outcome.success) values[name] = outcome.data
    else faults.push(`${name} ${outcome.error.issues.map((issue) => issue.message).join('; ')}`)
  }
  const known = values as Values
  const isUnset = (name: keyof Values) => known[name] === undefined && !environment[name]
  if (known.LYCEUM_ENV === 'production') faults.push(...productionFaults(known, isUnset))
  const isVerified = (url: string | undefined) => url !== undefined && sslMode(url) === 'verify-full'
  if ([known.DATABASE_URL, known.DATABASE_REPLICA_URL].some(isVerified) && isUnset('DATABASE_CA_FILE')) {
    faults.push(
      'DATABASE_CA_FILE must be set when sslmode=verify-full; for a public authority it is the file of the system',
    )
  }
  const s3 = (['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const).filter(
    isUnset,
  )
  if (s3.length > 0 && s3.length < 4) faults.push(`${s3.join(', ')} must be set too when files go to S3`)
  if (!isUnset('LLM_BASE_URL') && isUnset('LLM_MODEL'))
    faults.push('LLM_MODEL must be set too: it names the model that LLM_BASE_URL is asked for')
  const webPush = (['WEB_PUSH_PUBLIC_KEY', 'WEB_PUSH_PRIVATE_KEY', 'WEB_PUSH_SUBJECT'] as const).filter(
    isUnset,
  )
  if (webPush.length > 0 && webPush.length < 3)
    faults.push(`${webPush.join(', ')} must be set too when browsers are pushed to`)
  faults.push(...paymentFaults(known, isUnset))
  if (known.CHAIN && known.CHAIN_RPC_URL) faults.push(...chainFaults(known, isUnset))
  if (faults.length > 0) throw new ConfigFault(faults)
  return shape(known)
}

/** The same on a port that was chosen later: links follow it, unless PUBLIC_URL leads them elsewhere. */
export function onPort(config: Config, port: number): Config {
  const { publicUrl } = config
  return { ...config, port, publicUrl: publicUrl === localUrl(config.port) ? localUrl(port) : publicUrl }
}

function productionFaults(values: Values, isUnset: (name: keyof Values) => boolean): string[] {
  const faults: string[] = []
  const need = (name: keyof Values, why: string) => {
    if (isUnset(name)) faults.push(`${name} must be set in production: ${why}`)
  }
  need('PUBLIC_URL', 'links in mails and answers begin with it')
  need('SECRET_KEY', 'it seals what the database holds; make one with: openssl rand -base64 48')
  need('PIN_PEPPER', 'wallet PINs are worth nothing without it; make one with: openssl rand -base64 48')
  need(
    'TOKEN_KEYS_FILE',
    'it holds the keys that sign access tokens; make one with: bun lyceum keys create <file>',
  )
  need('SMTP_URL', 'codes for sign-in and password reset go by mail')
  need('CONTRACT_WEBHOOK_SECRET', 'events of contracts are signed with it')
  need('REVENUECAT_WEBHOOK_KEY', 'RevenueCat sends it with every event')
  if (values.CHAIN)
    need('CHAIN_RPC_URL', 'everybody knows the keys of the embedded chain; CHAIN=off runs without one')
  if (values.DEMO_CONTENT)
    faults.push("DEMO_CONTENT must be off in production: everybody knows the demo users' passwords")
  for (const [name, secret] of Object.entries(DEVELOPMENT_SECRETS)) {
    if (values[name as keyof Values] === secret)
      faults.push(`${name} is the development secret, which everybody knows`)
  }
  return faults
}

function paymentFaults(values: Values, isUnset: (name: keyof Values) => boolean): string[] {
  const faults: string[] = []
  const needs: Partial<Record<string, (keyof Values)[]>> = {
    fonbnk: ['FONBNK_CLIENT_ID', 'FONBNK_CLIENT_SECRET', 'FONBNK_WEBHOOK_SECRET'],
    'yellow-card': ['YELLOW_CARD_API_KEY', 'YELLOW_CARD_SECRET'],
  }
  const missing = (needs[values.PAYMENT_PROVIDER ?? ''] ?? []).filter(isUnset)
  if (missing.length > 0)
    faults.push(`${missing.join(', ')} must be set too when PAYMENT_PROVIDER is ${values.PAYMENT_PROVIDER}`)
  if (isUnset('AFRICAS_TALKING_USERNAME') !== isUnset('AFRICAS_TALKING_API_KEY'))
    faults.push('AFRICAS_TALKING_USERNAME and AFRICAS_TALKING_API_KEY must be set together')
  if (values.LYCEUM_ENV !== 'production') return faults
  if (values.PAYMENT_PROVIDER === 'sandbox')
    faults.push('PAYMENT_PROVIDER must not be sandbox in production: it pays whoever clicks')
  const isOpen = values.PAYMENT_PROVIDER !== undefined && values.PAYMENT_PROVIDER !== 'off'
  if (isOpen && isUnset('PAYMENT_TREASURY_ADDRESS'))
    faults.push('PAYMENT_TREASURY_ADDRESS must be set in production: tokens that are sold go there')
  return faults
}

function chainFaults(values: Values, isUnset: (name: keyof Values) => boolean): string[] {
  const faults: string[] = []
  if (isUnset('CHAIN_ID')) faults.push('CHAIN_ID must be set beside CHAIN_RPC_URL: another chain is refused')
  if (isUnset('RELAYER_PRIVATE_KEY_FILE') && values.ROLE !== 'api')
    faults.push('RELAYER_PRIVATE_KEY_FILE must be set beside CHAIN_RPC_URL, where ROLE is not api')
  return faults
}

function policy(name: string, limits: { count: number; windowSeconds: number }): LimitPolicy {
  return { name, ...limits }
}

function shape(values: Values) {
  const environment = values.LYCEUM_ENV
  const production = environment === 'production'
  return {
    environment,
    production,
    role: values.ROLE,
    // In development the known secrets are in force, so nobody else on the network gets in.
    host: values.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    // A worker beside the service on one machine must not want its port.
    port: values.PORT ?? (values.ROLE === 'worker' ? WORKER_PORT : PORT),
    // The worker's own links lead to the service as well.
    publicUrl: values.PUBLIC_URL ?? localUrl(values.PORT ?? PORT),
    dataDir: values.DATA_DIR,
    database: {
      url: values.DATABASE_URL,
      tlsCa: values.DATABASE_CA_FILE?.content,
      poolSize: values.DATABASE_POOL_SIZE,
      replicaUrl: values.DATABASE_REPLICA_URL,
      replicaMaxLagMs: values.DATABASE_REPLICA_MAX_LAG_SECONDS * 1000,
      embeddedPort: values.EMBEDDED_POSTGRES_PORT,
    },
    redisUrl: values.REDIS_URL,
    chain: {
      enabled: values.CHAIN,
      rpcUrl: values.CHAIN_RPC_URL,
      chainId: values.CHAIN_ID,
      name: values.CHAIN_NAME,
      explorerUrl: values.CHAIN_EXPLORER_URL,
      contractsFile: values.CHAIN_CONTRACTS_FILE ?? resolve(values.DATA_DIR, 'contracts.json'),
      // The embedded chain never takes a block back.
      confirmations: values.CHAIN_CONFIRMATIONS ?? (values.CHAIN_RPC_URL ? 3 : 1),
      dailyGasLimit: BigInt(values.CHAIN_DAILY_GAS),
      maxFeeWei: BigInt(values.CHAIN_MAX_FEE_GWEI) * 10n ** 9n,
      relayerKeyFile: values.RELAYER_PRIVATE_KEY_FILE,
      embeddedPort: values.EMBEDDED_CHAIN_PORT,
    },
    mail: { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM, keepDays: values.MAIL_KEEP_DAYS },
    push: {
      fcm: { url: values.FCM_URL, account: values.FCM_SERVICE_ACCOUNT_FILE },
      webPush: {
        keys: values.WEB_PUSH_PUBLIC_KEY
          ? {
              publicKey: values.WEB_PUSH_PUBLIC_KEY,
              privateKey: values.WEB_PUSH_PRIVATE_KEY!,
              subject: values.WEB_PUSH_SUBJECT!,
            }
          : undefined,
        origins: values.WEB_PUSH_ORIGINS,
      },
    },
    notifications: {
      linkBase: values.APP_LINK_BASE,
      reminderHour: values.STREAK_REMINDER_HOUR,
      keepDays: values.NOTIFICATIONS_KEEP_DAYS,
      keepTokensDays: values.DEVICE_TOKENS_KEEP_DAYS,
    },
    retention: {
      sessionsKeepDays: values.SESSIONS_KEEP_DAYS,
      battleMovesKeepDays: values.BATTLE_MOVES_KEEP_DAYS,
      inboxBodiesKeepDays: values.INBOX_BODIES_KEEP_DAYS,
      campaignViewsKeepDays: values.CAMPAIGN_VIEWS_KEEP_DAYS,
    },
    s3: values.S3_ENDPOINT
      ? {
          endpoint: values.S3_ENDPOINT,
          region: values.S3_REGION,
          bucket: values.S3_BUCKET!,
          accessKeyId: values.S3_ACCESS_KEY_ID!,
          secretAccessKey: values.S3_SECRET_ACCESS_KEY!,
        }
      : undefined,
    secretKey: values.SECRET_KEY ?? DEVELOPMENT_SECRETS.SECRET_KEY!,
    wallet: {
      /** Without a current one, wallets are sealed by the secret key. */
      sealKeys: { current: values.WALLET_SEAL_KEY, previous: values.WALLET_SEAL_KEY_PREVIOUS },
      pinPepper: values.PIN_PEPPER ?? DEVELOPMENT_SECRETS.PIN_PEPPER!,
      offRampBlockSeconds: values.PIN_RESET_BLOCK_SECONDS ?? (production ? 86_400 : 0),
    },
    tokens: { keysFile: values.TOKEN_KEYS_FILE, issuer: values.PUBLIC_URL ?? 'lyceum', audience: 'lyceum' },
    social: {
      google: {
        clientIds: values.GOOGLE_CLIENT_IDS,
        issuers: [values.GOOGLE_ISSUER, values.GOOGLE_ISSUER.replace(/^https:\/\//, '')],
        keysUrl: values.GOOGLE_JWKS_URL,
      },
      apple: {
        clientIds: values.APPLE_CLIENT_IDS,
        issuers: [values.APPLE_ISSUER],
        keysUrl: values.APPLE_JWKS_URL,
      },
    },
    llm: values.LLM_BASE_URL
      ? {
          baseUrl: values.LLM_BASE_URL,
          apiKey: values.LLM_API_KEY,
          model: values.LLM_MODEL!,
          timeoutMs: values.LLM_TIMEOUT_SECONDS * 1000,
          dailyTokens: values.LLM_DAILY_TOKENS,
        }
      : undefined,
    repositoryHosts: values.REPOSITORY_HOSTS.map((host) => host.toLowerCase()),
    webhooks: {
      /** The one in force first; the one before it is good as well while the sender changes over. */
      contractSecrets: [
        values.CONTRACT_WEBHOOK_SECRET ?? DEVELOPMENT_SECRETS.CONTRACT_WEBHOOK_SECRET!,
        ...(values.CONTRACT_WEBHOOK_SECRET_PREVIOUS ? [values.CONTRACT_WEBHOOK_SECRET_PREVIOUS] : []),
      ],
      contractSignedInput: values.CONTRACT_WEBHOOK_SIGNED_INPUT,
      /** Where the watcher of the chain begins for the first time. */
      chainFirstBlock: BigInt(values.CHAIN_FIRST_BLOCK),
      revenueCatKey: values.REVENUECAT_WEBHOOK_KEY ?? DEVELOPMENT_SECRETS.REVENUECAT_WEBHOOK_KEY!,
    },
    payments: {
      provider: values.PAYMENT_PROVIDER ?? (production ? 'off' : 'sandbox'),
      timeoutMs: values.PAYMENT_TIMEOUT_SECONDS * 1000,
      feeBasisPoints: values.PAYMENT_FEE_BASIS_POINTS,
      /** By currency, as decimal texts; those that are not named keep the usual ones. */
      limits: values.PAYMENT_LIMITS,
      /** In millionths of a USDT. */
      gemPrice: BigInt(values.PAYMENT_GEM_PRICE),
      // On the embedded chain nobody has its key, and nobody needs it.
      treasury: (values.PAYMENT_TREASURY_ADDRESS ??
        '0x00000000000000000000000000000000707EA5e1') as `0x${string}`,
      sandboxPort: values.PAYMENT_SANDBOX_PORT ?? (environment === 'test' ? 0 : 3040),
      fonbnk: {
        url: values.FONBNK_URL,
        clientId: values.FONBNK_CLIENT_ID ?? '',
        clientSecret: values.FONBNK_CLIENT_SECRET ?? '',
        webhookSecret: values.FONBNK_WEBHOOK_SECRET ?? '',
      },
      yellowCard: {
        url: values.YELLOW_CARD_URL,
        apiKey: values.YELLOW_CARD_API_KEY ?? '',
        secret: values.YELLOW_CARD_SECRET ?? '',
      },
      africasTalking: values.AFRICAS_TALKING_USERNAME
        ? {
            url: values.AFRICAS_TALKING_URL,
            username: values.AFRICAS_TALKING_USERNAME,
            apiKey: values.AFRICAS_TALKING_API_KEY!,
          }
        : undefined,
    },
    corsOrigins: values.CORS_ORIGINS,
    trustProxyHops: values.TRUST_PROXY_HOPS,
    requestsAtOnce: values.REQUESTS_AT_ONCE,
    limits: {
      enabled: values.RATE_LIMITS,
      // A team that develops against the service, or tests it, sends everything from one address.
      general: policy(
        'general',
        values.LIMIT_GENERAL ??
          (production ? { count: 600, windowSeconds: 60 } : { count: 60_000, windowSeconds: 60 }),
      ),
      credentialsPerAddress: policy(
        'credentials-address',
        values.LIMIT_CREDENTIALS_PER_ADDRESS ??
          (production ? { count: 60, windowSeconds: 600 } : { count: 60_000, windowSeconds: 600 }),
      ),
      credentialsPerAccount: policy(
        'credentials-account',
        values.LIMIT_CREDENTIALS_PER_ACCOUNT ??
          (production ? { count: 10, windowSeconds: 900 } : { count: 100, windowSeconds: 900 }),
      ),
    },
    battles: { stakeCap: values.BATTLE_STAKE_CAP, xpDailyCap: values.BATTLE_XP_DAILY_CAP },
    referrals: {
      inviterGems: values.REFERRAL_INVITER_GEMS,
      inviterXp: values.REFERRAL_INVITER_XP,
      invitedGems: values.REFERRAL_INVITED_GEMS,
      dailyCap: values.REFERRAL_DAILY_CAP,
      totalCap: values.REFERRAL_TOTAL_CAP,
      perDevice: values.REFERRAL_PER_DEVICE,
      perAddress: values.REFERRAL_PER_ADDRESS ?? (production ? 10 : 60_000),
    },
    demoContent: values.DEMO_CONTENT ?? !production,
    logLevel: values.LOG_LEVEL,
    tracing: values.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: values.OTEL_EXPORTER_OTLP_HEADERS,
          serviceName: values.OTEL_SERVICE_NAME,
          share: values.OTEL_TRACES_SAMPLER_ARG,
        }
      : undefined,
  }
}
