import { resolve } from 'node:path'
import { findCombinationErrors } from './combination-errors.ts'
import { DEVELOPMENT_LIMITS, PRODUCTION_LIMITS } from './default-limits.ts'
import { isLoopbackUrl } from './loopback.ts'
import { readSecretFiles } from './secret-files.ts'
import { DEVELOPMENT_SECRETS, VARIABLES, type Values } from './variables.ts'

/** All errors of the configuration, each with the variable's name and the action to take. */
export class ConfigError extends Error {
  readonly errors: string[]
  constructor(errors: string[]) {
    super(
      `The configuration has ${errors.length === 1 ? 'an error' : `${errors.length} errors`}:\n${errors.map((error) => `  - ${error}`).join('\n')}`,
    )
    this.name = 'ConfigError'
    this.errors = errors
  }
}

const PORT = 3000
const WORKER_PORT = 3001
const localUrl = (port: number) => `http://localhost:${port}`

export const VARIABLE_NAMES = Object.keys(VARIABLES) as (keyof Values)[]

export type Config = ReturnType<typeof shape>

export type Environment = Record<string, string | undefined>

/** Reads the environment and the files of secrets; throws a `ConfigError` with all errors. */
export function readConfig(given: Environment): Config {
  const { environment, errors } = readSecretFiles(given)
  const values: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(VARIABLES)) {
    // Compose files and shells use an empty variable for "not set".
    const text = environment[name] === '' ? undefined : environment[name]
    const outcome = schema.safeParse(text)
    if (outcome.success) values[name] = outcome.data
    else errors.push(`${name} ${outcome.error.issues.map((issue) => issue.message).join('; ')}`)
  }
  const known = values as Values
  const isUnset = (name: keyof Values) => known[name] === undefined && !environment[name]
  errors.push(...findCombinationErrors(known, isUnset, (name) => environment[name]))
  if (errors.length > 0) throw new ConfigError(errors)
  return shape(known)
}

/** The same configuration on a port that was chosen later: links use it unless PUBLIC_URL is set. */
export function withPort(config: Config, port: number): Config {
  const { publicUrl } = config
  return { ...config, port, publicUrl: publicUrl === localUrl(config.port) ? localUrl(port) : publicUrl }
}

/** The values by topic, with the defaults that depend on other values. */
function shape(values: Values) {
  const environment = values.LYCEUM_ENV
  const production = environment === 'production'
  const defaultLimits = production ? PRODUCTION_LIMITS : DEVELOPMENT_LIMITS
  return {
    environment,
    production,
    role: values.ROLE,
    // Development uses public secrets, so it listens on loopback only.
    host: values.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    // A worker beside the service on one machine needs another port.
    port: values.PORT ?? (values.ROLE === 'worker' ? WORKER_PORT : PORT),
    // The worker's links point to the service as well.
    publicUrl: values.PUBLIC_URL ?? localUrl(values.PORT ?? PORT),
    dataDir: values.DATA_DIR,
    /** The built web applications. */
    webBuildDir: values.WEB_BUILD_DIR ?? resolve(values.DATA_DIR, 'web'),
    /** The deletions of accounts, for a restore. */
    erasuresFile: values.ERASURES_FILE ?? resolve(values.DATA_DIR, 'erasures.jsonl'),
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
      publicRpcUrl: values.CHAIN_PUBLIC_RPC_URL,
      chainId: values.CHAIN_ID,
      name: values.CHAIN_NAME,
      explorerUrl: values.CHAIN_EXPLORER_URL,
      contractsFile: values.CHAIN_CONTRACTS_FILE ?? resolve(values.DATA_DIR, 'contracts.json'),
      // The embedded chain has no re-orgs.
      confirmations: values.CHAIN_CONFIRMATIONS ?? (values.CHAIN_RPC_URL ? 3 : 1),
      dailyGasLimit: BigInt(values.CHAIN_DAILY_GAS),
      maxFeeWei: BigInt(values.CHAIN_MAX_FEE_GWEI) * 10n ** 9n,
      relayerKeyFile: values.RELAYER_PRIVATE_KEY_FILE,
      embeddedPort: values.EMBEDDED_CHAIN_PORT,
    },
    mail: {
      /** Off: mails wait in the database. */
      isOn: values.MAIL,
      smtpUrl: values.SMTP_URL,
      /** A mail is not sent to a server that does not offer STARTTLS. */
      requiresTls:
        production &&
        values.SMTP_URL !== undefined &&
        !isLoopbackUrl(values.SMTP_URL) &&
        !values.PLAIN_TEXT_HOSTS.includes(new URL(values.SMTP_URL).hostname),
      from: values.MAIL_FROM,
      keepDays: values.MAIL_KEEP_DAYS,
    },
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
      /** Without a current key, wallets are sealed with the secret key. */
      sealKeys: { current: values.WALLET_SEAL_KEY, previous: values.WALLET_SEAL_KEY_PREVIOUS },
      pinPepper: values.PIN_PEPPER ?? DEVELOPMENT_SECRETS.PIN_PEPPER!,
      firstPinBlockSeconds: values.FIRST_PIN_BLOCK_SECONDS ?? (production ? 86_400 : 0),
      offRampBlockSeconds: values.PIN_RESET_BLOCK_SECONDS ?? (production ? 86_400 : 0),
    },
    tokens: { keysFile: values.TOKEN_KEYS_FILE, issuer: values.PUBLIC_URL ?? 'lyceum', audience: 'lyceum' },
    social: {
      google: {
        clientIds: [...values.GOOGLE_CLIENT_IDS, values.GOOGLE_WEB_CLIENT_ID ?? []].flat(),
        webClientId: values.GOOGLE_WEB_CLIENT_ID,
        authorizeUrl: values.GOOGLE_AUTHORIZE_URL,
        issuers: [values.GOOGLE_ISSUER, values.GOOGLE_ISSUER.replace(/^https:\/\//, '')],
        keysUrl: values.GOOGLE_JWKS_URL,
      },
      apple: {
        clientIds: [...values.APPLE_CLIENT_IDS, values.APPLE_WEB_CLIENT_ID ?? []].flat(),
        webClientId: values.APPLE_WEB_CLIENT_ID,
        authorizeUrl: values.APPLE_AUTHORIZE_URL,
        issuers: [values.APPLE_ISSUER],
        keysUrl: values.APPLE_JWKS_URL,
      },
    },
    /** Certificates have passes for Apple Wallet. */
    walletPass: values.APPLE_PASS_TYPE_ID
      ? {
          passTypeId: values.APPLE_PASS_TYPE_ID,
          teamId: values.APPLE_TEAM_ID!,
          certificate: values.APPLE_PASS_CERTIFICATE_FILE!,
          key: values.APPLE_PASS_KEY_FILE!,
          intermediate: values.APPLE_PASS_AUTHORITY_FILE!,
        }
      : undefined,
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
      /** The current secret first; the previous one stays valid while the sender changes over. */
      contractSecrets: [
        values.CONTRACT_WEBHOOK_SECRET ?? DEVELOPMENT_SECRETS.CONTRACT_WEBHOOK_SECRET!,
        ...(values.CONTRACT_WEBHOOK_SECRET_PREVIOUS ? [values.CONTRACT_WEBHOOK_SECRET_PREVIOUS] : []),
      ],
      contractSignedInput: values.CONTRACT_WEBHOOK_SIGNED_INPUT,
      /** Contract events count only if our own node has their receipt. */
      confirmsContractEvents: values.CONTRACT_EVENTS_CONFIRMED ?? production,
      /** The first block that the chain watcher reads. */
      chainFirstBlock: BigInt(values.CHAIN_FIRST_BLOCK),
      revenueCatKey: values.REVENUECAT_WEBHOOK_KEY ?? DEVELOPMENT_SECRETS.REVENUECAT_WEBHOOK_KEY!,
    },
    payments: {
      provider: values.PAYMENT_PROVIDER ?? (production ? 'off' : 'sandbox'),
      timeoutMs: values.PAYMENT_TIMEOUT_SECONDS * 1000,
      feeBasisPoints: values.PAYMENT_FEE_BASIS_POINTS,
      /** By currency, as decimal strings; other currencies use the defaults. */
      limits: values.PAYMENT_LIMITS,
      /** In millionths of a USDT. */
      gemPrice: BigInt(values.PAYMENT_GEM_PRICE),
      // The embedded chain needs no key for it.
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
    /** How long readiness fails before a stop closes the listener. A worker gets no requests. */
    drainMs: values.ROLE === 'worker' ? 0 : (values.DRAIN_SECONDS ?? (production ? 5 : 0)) * 1000,
    corsOrigins: values.CORS_ORIGINS,
    trustProxyHops: values.TRUST_PROXY_HOPS,
    maxConcurrentRequests: values.REQUESTS_AT_ONCE,
    limits: {
      enabled: values.RATE_LIMITS,
      general: { ...defaultLimits.general, ...values.LIMIT_GENERAL },
      credentialsPerAddress: {
        ...defaultLimits.credentialsPerAddress,
        ...values.LIMIT_CREDENTIALS_PER_ADDRESS,
      },
      credentialsPerAccount: {
        ...defaultLimits.credentialsPerAccount,
        ...values.LIMIT_CREDENTIALS_PER_ACCOUNT,
      },
      idempotencyKeys: { ...defaultLimits.idempotencyKeys, ...values.LIMIT_IDEMPOTENCY_KEYS },
      exports: { ...defaultLimits.exports, ...values.LIMIT_EXPORTS },
    },
    /** Whether visitors may create accounts, and users may stake gems. A stored setting overrides both. */
    isSignUpOpen: values.SIGN_UP,
    areStakesOn: values.STAKES,
    /** The roles that must use two-factor sign-in. A stored setting overrides it. */
    twoFactorRoles: values.TWO_FACTOR_ROLES,
    creators: {
      courseXp: values.CREATOR_COURSE_XP,
      courseGems: values.CREATOR_COURSE_GEMS,
      poolGems: values.CREATOR_POOL_GEMS,
      /** What one author may promise per day (UTC), in courses and contests together. */
      dailyXp: values.CREATOR_DAILY_XP,
      dailyGems: values.CREATOR_DAILY_GEMS,
    },
    /** What one administrator may grant within a day without the approval of another; 0: any amount. A stored setting overrides it. */
    grantLimits: {
      gems: values.GRANT_LIMIT_GEMS ?? (production ? 1_000 : 0),
      xp: values.GRANT_LIMIT_XP ?? (production ? 10_000 : 0),
    },
    /** Creators submit courses and lessons, and an ADMIN publishes them. */
    publishing: { isReviewRequired: values.REVIEW_BEFORE_PUBLISHING },
    /** What the media of one author may take in the storage. */
    media: { quotaBytes: values.MEDIA_QUOTA_BYTES },
    // Strict in production; off in development, where everything can be tried with a new account.
    gemUse: {
      requireVerifiedEmail: values.GEM_USE_VERIFIED_EMAIL ?? production,
      minAccountAgeMs: (values.GEM_USE_ACCOUNT_AGE_SECONDS ?? (production ? 86_400 : 0)) * 1000,
    },
    battles: {
      stakeCap: values.BATTLE_STAKE_CAP,
      xpDailyCap: values.BATTLE_XP_DAILY_CAP,
      /** Sums per day (UTC), in gems; 0 is no limit. */
      stakesPerAccount: values.BATTLE_STAKES_PER_ACCOUNT ?? (production ? 3_000 : 0),
      stakesPerPair: values.BATTLE_STAKES_PER_PAIR ?? (production ? 1_000 : 0),
      /** Accounts with the same inviter, device or network may play for gems. */
      allowRelatedStakes: values.BATTLE_STAKES_RELATED ?? !production,
    },
    /** The pause between two attempts at a course test. */
    courseTestPauseHours: values.COURSE_TEST_PAUSE_HOURS ?? (production ? 8 : 0),
    /** Lessons that pay XP and gems per user and day (UTC); 0 is no limit. */
    paidLessonsPerDay: values.PAID_LESSONS_PER_DAY ?? (production ? 30 : 0),
    badges: {
      /** Gas that the mints of badges may use per day (UTC); 0 is no limit. */
      dailyGas: BigInt(values.BADGE_DAILY_GAS ?? (production ? 500_000_000 : 0)),
      /** More mints by one change need an administrator who confirms their number. */
      unconfirmedMints: values.BADGE_MINTS_UNCONFIRMED,
    },
    referrals: {
      inviterGems: values.REFERRAL_INVITER_GEMS,
      inviterXp: values.REFERRAL_INVITER_XP,
      invitedGems: values.REFERRAL_INVITED_GEMS,
      dailyCap: values.REFERRAL_DAILY_CAP,
      totalCap: values.REFERRAL_TOTAL_CAP,
      perDevice: values.REFERRAL_PER_DEVICE,
      perAddress: values.REFERRAL_PER_ADDRESS ?? (production ? 10 : 60_000),
      /** Pays only for invited users with a verified address and learning on two days. */
      requireVerifiedLearning: values.REFERRAL_VERIFIED_LEARNING ?? production,
    },
    demoContent: values.DEMO_CONTENT ?? !production,
    /** Whether the demo users have learned something. Tests begin with empty accounts. */
    demoProgress: values.DEMO_PROGRESS ?? environment === 'development',
    /** Who may create the first administrator in the browser. */
    setup: values.SETUP ?? (production ? 'token' : 'open'),
    /** Without it, production serves metrics to its own machine only. */
    metricsToken: values.METRICS_TOKEN,
    logLevel: values.LOG_LEVEL,
    /** Logs a line for each request. */
    logsRequests: values.LOG_REQUESTS,
    tracing: values.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: values.OTEL_EXPORTER_OTLP_HEADERS,
          serviceName: values.OTEL_SERVICE_NAME,
          sampleRatio: values.OTEL_TRACES_SAMPLER_ARG,
        }
      : undefined,
  }
}
