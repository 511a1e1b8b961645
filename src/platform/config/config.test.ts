import { afterAll, describe, expect, test } from 'bun:test'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createPassIssuer } from '../../../test/harness/pass-issuer.ts'
import { ConfigError, readConfig, VARIABLE_NAMES, withPort } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'lyceum-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

function errorsOf(environment: Record<string, string | undefined>): string[] {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.errors
    throw error
  }
  return []
}

const PRODUCTION = {
  LYCEUM_ENV: 'production',
  PUBLIC_URL: 'https://learn.example.org',
  SECRET_KEY: 'K7sQpWz2mN5vB8xC1dF4gH6jL9kT3yR0',
  PIN_PEPPER: 'p3Vw8Yc1Zs6Tq0Rn5Lk9Jh4Gf7Dd2BxM',
  TOKEN_KEYS_FILE: '/etc/lyceum/keys.json',
  SMTP_URL: 'smtp://mail.example.org:587',
  CONTRACT_WEBHOOK_SECRET: 'q8Vd2nLw6RzT0bXcW5jY1tKm7pSfA3eH',
  REVENUECAT_WEBHOOK_KEY: 'Zk4mPw9sHf1uGe7yB6rC2vNx8aJdQ0oT',
  CHAIN_RPC_URL: 'https://rpc.example.org',
  CHAIN_ID: '8453',
  RELAYER_PRIVATE_KEY_FILE: '/etc/lyceum/relayer.key',
}

describe('the default configuration', () => {
  const config = readConfig({})

  test('by default the service runs in development and listens on loopback, port 3000', () => {
    expect(config.environment).toBe('development')
    expect(config.production).toBe(false)
    expect(config.role).toBe('all')
    expect(config.host).toBe('127.0.0.1')
    expect(config.port).toBe(3000)
    expect(config.publicUrl).toBe('http://localhost:3000')
    expect(config.dataDir).toBe(resolve('.lyceum'))
  })

  test('by default the embedded servers are used, and no proxy is trusted', () => {
    expect(config.database).toEqual({
      url: undefined,
      tlsCa: undefined,
      poolSize: 16,
      replicaUrl: undefined,
      replicaMaxLagMs: 10_000,
      embeddedPort: undefined,
    })
    expect(config.redisUrl).toBeUndefined()
    expect(config.mail.smtpUrl).toBeUndefined()
    expect(config.s3).toBeUndefined()
    expect(config.corsOrigins).toEqual([])
    expect(config.trustProxyHops).toBe(0)
    expect(config.demoContent).toBe(true)
    expect(config.logLevel).toBe('info')
    expect(config.secretKey.length).toBeGreaterThanOrEqual(32)
  })

  test('by default rate limits are on, wide per network and narrow per account', () => {
    expect(config.limits.enabled).toBe(true)
    expect(config.limits.general).toEqual({ name: 'general', count: 60_000, windowSeconds: 60 })
    expect(config.limits.credentialsPerAccount.count).toBeLessThan(config.limits.credentialsPerAddress.count)
  })
})

test('an empty variable counts as unset', () => {
  const empty = Object.fromEntries(VARIABLE_NAMES.map((name) => [name, '']))
  expect(readConfig(empty)).toEqual(readConfig({}))
})

test('unknown variables change nothing', () => {
  expect(readConfig({ PATH: '/bin', HOME: '/root', LYCEUM: 'x' })).toEqual(readConfig({}))
})

test('values are parsed to their types', () => {
  writeFileSync(join(folder, 'authority.pem'), 'a certificate')
  const config = readConfig({
    PORT: '8080',
    ROLE: 'worker',
    HOST: '::1',
    PUBLIC_URL: 'https://learn.example.org//',
    DATABASE_URL: 'postgres://lyceum:secret@db.example.org/lyceum?sslmode=verify-full',
    DATABASE_CA_FILE: join(folder, 'authority.pem'),
    CORS_ORIGINS: ' https://a.example , ,https://b.example',
    TRUST_PROXY_HOPS: '2',
    RATE_LIMITS: 'off',
    LIMIT_GENERAL: '30/60',
    DEMO_CONTENT: 'off',
    S3_ENDPOINT: 'http://localhost:9000/',
    S3_BUCKET: 'files',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'key',
  })
  expect(config).toMatchObject({
    port: 8080,
    role: 'worker',
    host: '::1',
    publicUrl: 'https://learn.example.org',
    database: { tlsCa: 'a certificate' },
    corsOrigins: ['https://a.example', 'https://b.example'],
    trustProxyHops: 2,
    limits: { enabled: false, general: { name: 'general', count: 30, windowSeconds: 60 } },
    demoContent: false,
    s3: { endpoint: 'http://localhost:9000', region: 'us-east-1', bucket: 'files' },
  })
})

test('the language model is enabled only with LLM_BASE_URL and LLM_MODEL', () => {
  expect(readConfig({}).llm).toBeUndefined()
  expect(readConfig({ LLM_API_KEY: 'key', LLM_MODEL: 'grader' }).llm).toBeUndefined()
  const settings = {
    LLM_BASE_URL: 'http://localhost:8000/v1/',
    LLM_MODEL: 'grader',
    LLM_TIMEOUT_SECONDS: '5',
  }
  expect(readConfig(settings).llm).toEqual({
    baseUrl: 'http://localhost:8000/v1',
    apiKey: undefined,
    model: 'grader',
    timeoutMs: 5_000,
    dailyTokens: 2_000_000,
  })
  expect(() => readConfig({ LLM_BASE_URL: 'http://localhost:8000/v1' })).toThrow('LLM_MODEL must be set')
  expect(() => readConfig({ ...settings, LLM_BASE_URL: 'ftp://x', LLM_DAILY_TOKENS: '-1' })).toThrow(
    'LLM_DAILY_TOKENS',
  )
})

test('a worker has its own port, and its links point to the service', () => {
  expect(readConfig({ ROLE: 'worker' })).toMatchObject({ port: 3001, publicUrl: 'http://localhost:3000' })
  expect(readConfig({ ROLE: 'worker', PORT: '4000' })).toMatchObject({ port: 4000 })
})

test('links follow a port that was chosen later, unless PUBLIC_URL is set', () => {
  const local = withPort(readConfig({ PORT: '0' }), 4321)
  expect(local).toMatchObject({ port: 4321, publicUrl: 'http://localhost:4321' })
  const elsewhere = withPort(readConfig({ PORT: '0', PUBLIC_URL: 'https://learn.example.org' }), 4321)
  expect(elsewhere).toMatchObject({ port: 4321, publicUrl: 'https://learn.example.org' })
})

test('all configuration errors are reported together, each with the name of its variable', () => {
  const environment = {
    LYCEUM_ENV: 'staging',
    ROLE: 'both',
    PORT: '70000',
    PUBLIC_URL: 'ftp://example.org',
    DATABASE_URL: 'nonsense',
    DATABASE_CA_FILE: join(folder, 'missing.pem'),
    DATABASE_POOL_SIZE: '-1',
    REDIS_URL: 'http://localhost',
    SMTP_URL: 'localhost:25',
    TRUST_PROXY_HOPS: 'all',
    RATE_LIMITS: 'yes',
    LIMIT_GENERAL: 'many',
    SECRET_KEY: 'short',
    LOG_LEVEL: 'loud',
  }
  const errors = errorsOf(environment)
  expect(errors.map((error) => error.split(' ')[0]).sort()).toEqual(Object.keys(environment).sort())
  expect(new ConfigError(errors).message).toContain(`${errors.length} errors`)
})

test('a configuration error says what was expected and never repeats the value, which may be a secret', () => {
  const message = errorsOf({
    SECRET_KEY: 'hunter2',
    DATABASE_URL: 'mysql://root:hunter2@localhost/x',
    REDIS_URL: 'hunter2',
    SMTP_URL: 'http://user:hunter2@mail',
  }).join('\n')
  expect(message).toContain('SECRET_KEY must have at least 32 characters')
  expect(message).toContain('DATABASE_URL must be a postgres:// URL')
  expect(message).toContain('REDIS_URL must be a redis:// URL')
  expect(message).not.toContain('hunter2')
})

describe('a rate limit variable', () => {
  for (const wrong of ['30', '0/60', '30/0', '30/60/1', '-3/60', '3.5/60', '30 / 60', '1e3/60', '/60']) {
    test(`a rate limit variable rejects ${wrong}`, () => {
      expect(errorsOf({ LIMIT_CREDENTIALS_PER_ACCOUNT: wrong })).toEqual([
        'LIMIT_CREDENTIALS_PER_ACCOUNT must be <count>/<seconds>, such as 30/60',
      ])
    })
  }
})

describe('a database URL', () => {
  for (const mode of ['allow', 'prefer', 'require', 'verify-ca', 'REQUIRE', 'no']) {
    test(`a database URL with sslmode=${mode} is rejected, because it does not verify the server`, () => {
      const errors = errorsOf({ DATABASE_URL: `postgres://db.example.org/lyceum?sslmode=${mode}` })
      expect(errors).toHaveLength(1)
      expect(errors[0]).toStartWith(`DATABASE_URL sslmode=${mode} does not verify`)
    })
  }

  test('a replica URL follows the same rules', () => {
    const errorOf = (url: string) => errorsOf({ DATABASE_REPLICA_URL: url })[0]
    expect(errorOf('postgres://replica.example.org/lyceum?sslmode=require')).toStartWith(
      'DATABASE_REPLICA_URL sslmode',
    )
    expect(errorOf('postgres://replica.example.org/lyceum?sslmode=verify-full')).toStartWith(
      'DATABASE_CA_FILE',
    )
    expect(errorOf('mysql://replica.example.org/lyceum')).toBe(
      'DATABASE_REPLICA_URL must be a postgres:// URL',
    )
    expect(errorsOf({ DATABASE_REPLICA_MAX_LAG_SECONDS: '0' })).toEqual([
      'DATABASE_REPLICA_MAX_LAG_SECONDS must be from 1 to 3600',
    ])
  })

  test('a database URL with sslmode=verify-full needs a CA file and never connects without TLS', () => {
    const [error] = errorsOf({ DATABASE_URL: 'postgres://db.example.org/lyceum?sslmode=verify-full' })
    expect(error).toStartWith('DATABASE_CA_FILE must be set')
  })

  test('a database URL may disable TLS explicitly or leave sslmode out', () => {
    expect(errorsOf({ DATABASE_URL: 'postgres://localhost/lyceum?sslmode=disable' })).toEqual([])
    expect(errorsOf({ DATABASE_URL: 'postgresql://localhost/lyceum' })).toEqual([])
  })
})

test('retention periods are never shorter than the features that depend on them need', () => {
  const minimal = {
    MAIL_KEEP_DAYS: 1,
    SESSIONS_KEEP_DAYS: 1,
    BATTLE_MOVES_KEEP_DAYS: 1,
    INBOX_BODIES_KEEP_DAYS: 7,
    CAMPAIGN_VIEWS_KEEP_DAYS: 30,
  }
  for (const [name, days] of Object.entries(minimal)) {
    expect(errorsOf({ [name]: String(days) })).toEqual([])
    expect(errorsOf({ [name]: String(days - 1) })).toEqual([`${name} must be from ${days} to 3650`])
  }
})

test('a bucket with half of its settings is rejected with the names of the missing ones', () => {
  const [error, ...others] = errorsOf({ S3_ENDPOINT: 'https://s3.example.org', S3_ACCESS_KEY_ID: 'id' })
  expect(others).toEqual([])
  expect(error).toBe('S3_BUCKET, S3_SECRET_ACCESS_KEY must be set too when files are stored in S3')
})

describe('the production configuration', () => {
  test('production with all required variables starts, listens on all interfaces and has narrow limits', () => {
    const config = readConfig(PRODUCTION)
    expect(config.production).toBe(true)
    expect(config.host).toBe('0.0.0.0')
    expect(config.demoContent).toBe(false)
    expect(config.limits.general.count).toBe(600)
    expect(config.limits.credentialsPerAddress).toMatchObject({ count: 60, windowSeconds: 600 })
  })

  const needed = [
    'PUBLIC_URL',
    'SECRET_KEY',
    'PIN_PEPPER',
    'TOKEN_KEYS_FILE',
    'SMTP_URL',
    'CHAIN_RPC_URL',
    'CONTRACT_WEBHOOK_SECRET',
    'REVENUECAT_WEBHOOK_KEY',
  ] as const
  for (const name of needed) {
    test(`production without ${name} is rejected with a message`, () => {
      const errors = errorsOf({ ...PRODUCTION, [name]: undefined })
      expect(errors).toHaveLength(1)
      expect(errors[0]).toStartWith(`${name} must be set in production: `)
    })
  }

  test('production reports all missing variables together', () => {
    expect(errorsOf({ LYCEUM_ENV: 'production' })).toHaveLength(8)
  })

  test('production needs no chain when CHAIN is off', () => {
    const without = { CHAIN_RPC_URL: undefined, CHAIN_ID: undefined, RELAYER_PRIVATE_KEY_FILE: undefined }
    expect(errorsOf({ ...PRODUCTION, ...without, CHAIN: 'off' })).toEqual([])
  })

  test('production rejects the development secrets', () => {
    const { secretKey, wallet, webhooks } = readConfig({})
    const known = {
      SECRET_KEY: secretKey,
      PIN_PEPPER: wallet.pinPepper,
      CONTRACT_WEBHOOK_SECRET: webhooks.contractSecrets[0],
      REVENUECAT_WEBHOOK_KEY: webhooks.revenueCatKey,
    }
    for (const [name, secret] of Object.entries(known)) {
      expect(errorsOf({ ...PRODUCTION, [name]: secret })).toEqual([
        `${name} is a development secret, which is public`,
      ])
    }
  })

  const SECRETS = [
    'SECRET_KEY',
    'PIN_PEPPER',
    'WALLET_SEAL_KEY',
    'WALLET_SEAL_KEY_PREVIOUS',
    'CONTRACT_WEBHOOK_SECRET',
    'CONTRACT_WEBHOOK_SECRET_PREVIOUS',
    'REVENUECAT_WEBHOOK_KEY',
    'METRICS_TOKEN',
  ] as const
  for (const name of SECRETS) {
    test(`production rejects every development secret as ${name}`, () => {
      const { secretKey, wallet } = readConfig({})
      for (const secret of [secretKey, wallet.pinPepper])
        expect(errorsOf({ ...PRODUCTION, [name]: secret })).toEqual([
          `${name} is a development secret, which is public`,
        ])
    })

    test(`production rejects a value of ${name} with fewer than 32 characters`, () => {
      const [error, ...others] = errorsOf({ ...PRODUCTION, [name]: 'x'.repeat(31) })
      expect(error).toStartWith(`${name} must have at least 32 characters`)
      expect(others).toEqual([])
      expect(errorsOf({ ...PRODUCTION, [name]: 'x'.repeat(32) })).toEqual([])
    })
  }

  test('production rejects every development secret as a secret of a provider, also that of the sandbox', () => {
    const fonbnk = { FONBNK_CLIENT_ID: 'client', FONBNK_CLIENT_SECRET: 'c', FONBNK_WEBHOOK_SECRET: 'w' }
    const yellowCard = { YELLOW_CARD_API_KEY: 'k', YELLOW_CARD_SECRET: 's' }
    const given = { ...PRODUCTION, ...fonbnk, ...yellowCard }
    expect(errorsOf(given)).toEqual([])
    const { secretKey, wallet } = readConfig({})
    for (const secret of [secretKey, wallet.pinPepper, 'dev-sandbox-key'])
      for (const name of ['FONBNK_WEBHOOK_SECRET', 'YELLOW_CARD_API_KEY'])
        expect(errorsOf({ ...given, [name]: secret })).toEqual([
          `${name} is a development secret, which is public`,
        ])
  })

  test('production rejects one value for two secrets without repeating it', () => {
    const { PIN_PEPPER } = PRODUCTION
    const errors = errorsOf({ ...PRODUCTION, SECRET_KEY: PIN_PEPPER, REVENUECAT_WEBHOOK_KEY: PIN_PEPPER })
    expect(errors).toEqual([
      'PIN_PEPPER must differ from SECRET_KEY: create each secret separately',
      'REVENUECAT_WEBHOOK_KEY must differ from SECRET_KEY: create each secret separately',
    ])
  })

  test('production sets a new installation up with a token or not at all, and development without one', () => {
    expect(readConfig({}).setup).toBe('open')
    expect(readConfig(PRODUCTION).setup).toBe('token')
    expect(readConfig({ ...PRODUCTION, SETUP: 'off' }).setup).toBe('off')
    expect(errorsOf({ ...PRODUCTION, SETUP: 'open' })).toEqual([
      expect.stringContaining('SETUP must be token or off in production'),
    ])
    expect(errorsOf({ SETUP: 'yes' })).toEqual(['SETUP must be open, token or off'])
  })

  test('production rejects RATE_LIMITS=off', () => {
    expect(errorsOf({ ...PRODUCTION, RATE_LIMITS: 'off' })[0]).toStartWith('RATE_LIMITS must be on')
    expect(errorsOf({ RATE_LIMITS: 'off' })).toEqual([])
  })

  for (const name of ['DATABASE_URL', 'DATABASE_REPLICA_URL']) {
    test(`production rejects a ${name} that leads to another machine without TLS`, () => {
      const withUrl = (host: string) => ({ ...PRODUCTION, [name]: `postgres://u:p@${host}/lyceum` })
      for (const host of ['db.example.org', '10.0.0.7:5432', 'localhost.example.org', '[2001:db8::1]'])
        expect(errorsOf(withUrl(host))[0]).toStartWith(`${name} connects to another machine without TLS`)
      for (const host of ['localhost', '127.0.0.1:5433', '[::1]:5432'])
        expect(errorsOf(withUrl(host))).toEqual([])
      writeFileSync(join(folder, 'ca.pem'), 'a certificate')
      expect(errorsOf({ ...withUrl('db.example.org'), DATABASE_CA_FILE: join(folder, 'ca.pem') })).toEqual([])
      expect(errorsOf({ ...withUrl('db'), PLAIN_TEXT_HOSTS: 'redis, db' })).toEqual([])
      expect(errorsOf({ ...withUrl('other-db'), PLAIN_TEXT_HOSTS: 'redis, db' })).toHaveLength(1)
    })
  }

  test('production requires TLS from an SMTP server on another machine', () => {
    const mailWith = (SMTP_URL: string, more = {}) => readConfig({ ...PRODUCTION, SMTP_URL, ...more }).mail
    expect(mailWith('smtp://mail.example.org:587').requiresTls).toBe(true)
    expect(mailWith('smtp://127.0.0.1:25').requiresTls).toBe(false)
    expect(mailWith('smtp://mail:25', { PLAIN_TEXT_HOSTS: 'mail' }).requiresTls).toBe(false)
    for (const option of ['ignoreTLS=true', 'requireTLS=false', 'tls.rejectUnauthorized=false'])
      expect(errorsOf({ ...PRODUCTION, SMTP_URL: `smtp://mail.example.org:587?${option}` })[0]).toStartWith(
        'SMTP_URL must not change TLS',
      )
  })

  test('passes for Apple Wallet need five settings that fit each other', () => {
    const write = (name: string, content: string) => {
      const path = join(folder, name)
      writeFileSync(path, content)
      return path
    }
    const settingsOf = (name: string, issuer: ReturnType<typeof createPassIssuer>) => ({
      APPLE_PASS_TYPE_ID: issuer.passTypeId,
      APPLE_TEAM_ID: issuer.teamId,
      APPLE_PASS_CERTIFICATE_FILE: write(`${name}.pem`, issuer.certificate),
      APPLE_PASS_KEY_FILE: write(`${name}.key`, issuer.key),
      APPLE_PASS_AUTHORITY_FILE: write(`${name}-authority.pem`, issuer.intermediate),
    })
    const settings = settingsOf('one', createPassIssuer(folder))
    const others = settingsOf('two', createPassIssuer(folder))
    expect(errorsOf(settings)).toEqual([])
    expect(readConfig(settings).walletPass?.teamId).toBe('ABCDE12345')
    expect(readConfig({}).walletPass).toBeUndefined()
    expect(errorsOf({ APPLE_TEAM_ID: settings.APPLE_TEAM_ID })).toEqual([
      expect.stringMatching(/^APPLE_PASS_TYPE_ID, .*APPLE_PASS_AUTHORITY_FILE must be set too/),
    ])
    expect(errorsOf({ ...settings, APPLE_PASS_KEY_FILE: others.APPLE_PASS_KEY_FILE })).toEqual([
      'APPLE_PASS_KEY_FILE is not the key of APPLE_PASS_CERTIFICATE_FILE',
    ])
    expect(
      errorsOf({ ...settings, APPLE_PASS_AUTHORITY_FILE: settings.APPLE_PASS_CERTIFICATE_FILE }),
    ).toEqual(['APPLE_PASS_AUTHORITY_FILE has not issued APPLE_PASS_CERTIFICATE_FILE'])
    expect(errorsOf({ ...settings, APPLE_PASS_KEY_FILE: settings.APPLE_PASS_CERTIFICATE_FILE })).toEqual([
      'APPLE_PASS_KEY_FILE is not an RSA or EC private key in PEM format without a passphrase',
    ])
    expect(errorsOf({ ...settings, APPLE_PASS_TYPE_ID: 'org.example' })[0]).toStartWith(
      'APPLE_PASS_TYPE_ID must be a pass type id',
    )
  })

  for (const name of ['TOKEN_KEYS_FILE', 'RELAYER_PRIVATE_KEY_FILE']) {
    test(`production rejects a ${name} that every user of the machine can read or write`, () => {
      const file = join(folder, name)
      writeFileSync(file, 'a key')
      for (const [mode, count] of [
        [0o644, 1],
        [0o602, 1],
        [0o640, 0],
        [0o600, 0],
      ] as const) {
        chmodSync(file, mode)
        expect([mode, errorsOf({ ...PRODUCTION, [name]: file }).length]).toEqual([mode, count])
      }
    })
  }

  test('production bounds the use of gems and the payment of referrals, and development does not', () => {
    for (const [config, isStrict] of [
      [readConfig(PRODUCTION), true],
      [readConfig({}), false],
    ] as const) {
      expect(config.gemUse.requireVerifiedEmail).toBe(isStrict)
      expect(config.gemUse.minAccountAgeMs > 0).toBe(isStrict)
      expect(config.referrals.requireVerifiedLearning).toBe(isStrict)
    }
    expect(readConfig({ ...PRODUCTION, REFERRAL_VERIFIED_LEARNING: 'off' }).referrals).toMatchObject({
      requireVerifiedLearning: false,
    })
  })

  test('the roles that must use two-factor sign-in are a list of roles of staff', () => {
    expect(readConfig({}).twoFactorRoles).toEqual([])
    expect(readConfig({ TWO_FACTOR_ROLES: 'ADMIN, SUPPORT' }).twoFactorRoles).toEqual(['ADMIN', 'SUPPORT'])
    expect(() => readConfig({ TWO_FACTOR_ROLES: 'ADMIN,USER' })).toThrow('TWO_FACTOR_ROLES')
  })

  test('large grants need approval in production, and none in development', () => {
    expect(readConfig(PRODUCTION).grantLimits).toEqual({ gems: 1_000, xp: 10_000 })
    expect(readConfig({}).grantLimits).toEqual({ gems: 0, xp: 0 })
    expect(readConfig({ ...PRODUCTION, GRANT_LIMIT_GEMS: '0', GRANT_LIMIT_XP: '7' }).grantLimits).toEqual({
      gems: 0,
      xp: 7,
    })
  })

  test('sign-up is open and stakes are on unless the environment says otherwise', () => {
    expect(readConfig({})).toMatchObject({ isSignUpOpen: true, areStakesOn: true })
    expect(readConfig({ SIGN_UP: 'off', STAKES: 'off' })).toMatchObject({
      isSignUpOpen: false,
      areStakesOn: false,
    })
  })

  test('production delays pay-outs for a day after a PIN reset, and development does not', () => {
    expect(readConfig(PRODUCTION).wallet.offRampBlockSeconds).toBe(86_400)
    expect(readConfig({}).wallet.offRampBlockSeconds).toBe(0)
    expect(readConfig(PRODUCTION).wallet.firstPinBlockSeconds).toBe(86_400)
    expect(readConfig({}).wallet.firstPinBlockSeconds).toBe(0)
  })

  test('a secret that is too short is reported once, and not also as missing', () => {
    expect(errorsOf({ ...PRODUCTION, SECRET_KEY: 'short' })).toEqual([
      'SECRET_KEY must have at least 32 characters',
    ])
  })
})

describe('an external chain', () => {
  const chain = {
    CHAIN_RPC_URL: 'https://rpc.example.org',
    CHAIN_ID: '8453',
    RELAYER_PRIVATE_KEY_FILE: '/etc/lyceum/relayer.key',
  }

  test('clients get no URL of a node unless the operator names one for them', () => {
    expect(readConfig(chain).chain.publicRpcUrl).toBeUndefined()
    const named = readConfig({ ...chain, CHAIN_PUBLIC_RPC_URL: 'https://public.example.org' })
    expect(named.chain.publicRpcUrl).toBe('https://public.example.org')
  })

  test('an external chain needs its id, and a relayer key unless ROLE is api', () => {
    expect(errorsOf(chain)).toEqual([])
    expect(errorsOf({ ...chain, CHAIN_ID: undefined })).toEqual([
      'CHAIN_ID must be set beside CHAIN_RPC_URL: a node of another chain is rejected',
    ])
    expect(errorsOf({ ...chain, RELAYER_PRIVATE_KEY_FILE: undefined })).toEqual([
      'RELAYER_PRIVATE_KEY_FILE must be set beside CHAIN_RPC_URL unless ROLE is api',
    ])
    expect(errorsOf({ ...chain, RELAYER_PRIVATE_KEY_FILE: undefined, ROLE: 'api' })).toEqual([])
  })

  test('an external chain needs three confirmations, and the embedded chain one', () => {
    expect(readConfig(chain).chain.confirmations).toBe(3)
    expect(readConfig({}).chain.confirmations).toBe(1)
    expect(readConfig({ ...chain, CHAIN_MAX_FEE_GWEI: '7' }).chain.maxFeeWei).toBe(7_000_000_000n)
  })
})

describe('payment settings', () => {
  test('payments use the sandbox in development and are off in production, which rejects the sandbox', () => {
    expect(readConfig({}).payments.provider).toBe('sandbox')
    expect(readConfig(PRODUCTION).payments.provider).toBe('off')
    expect(errorsOf({ ...PRODUCTION, PAYMENT_PROVIDER: 'sandbox' })[0]).toStartWith(
      'PAYMENT_PROVIDER must not be',
    )
  })

  test('payments need the credentials of their provider, and a treasury in production', () => {
    expect(errorsOf({ PAYMENT_PROVIDER: 'fonbnk', FONBNK_CLIENT_ID: 'x' })).toEqual([
      'FONBNK_CLIENT_SECRET, FONBNK_WEBHOOK_SECRET must be set too when PAYMENT_PROVIDER is fonbnk',
    ])
    expect(errorsOf({ AFRICAS_TALKING_USERNAME: 'x' })).toHaveLength(1)
    // A former provider still sends webhooks, and with an empty secret any client could sign them.
    for (const PAYMENT_PROVIDER of ['yellow-card', 'off'])
      expect(
        errorsOf({
          PAYMENT_PROVIDER,
          YELLOW_CARD_API_KEY: 'x',
          YELLOW_CARD_SECRET: 'y',
          FONBNK_CLIENT_ID: 'x',
          FONBNK_CLIENT_SECRET: 'y',
        }),
      ).toEqual([
        'FONBNK_WEBHOOK_SECRET must be set too: without it any client could send webhooks as fonbnk',
      ])
    const live = { PAYMENT_PROVIDER: 'yellow-card', YELLOW_CARD_API_KEY: 'x', YELLOW_CARD_SECRET: 'y' }
    expect(errorsOf({ ...PRODUCTION, ...live })[0]).toStartWith('PAYMENT_TREASURY_ADDRESS must be set')
  })

  test('payments have limits by currency, and an invalid limit is reported', () => {
    expect(readConfig({ PAYMENT_LIMITS: 'KES=150-250000, NGN=0.5-7' }).payments.limits).toEqual({
      KES: { min: '150', max: '250000' },
      NGN: { min: '0.5', max: '7' },
    })
    for (const wrong of ['KES', 'KES=1', 'KES=5-1', 'kes=1-5'])
      expect(errorsOf({ PAYMENT_LIMITS: wrong })[0]).toStartWith('PAYMENT_LIMITS has "')
  })
})

describe('trace settings', () => {
  test('traces are off unless a collector is configured', () => {
    expect(readConfig({}).tracing).toBeUndefined()
    expect(readConfig({ OTEL_EXPORTER_OTLP_HEADERS: 'a=b' }).tracing).toBeUndefined()
  })

  test('traces follow the OpenTelemetry variables', () => {
    const { tracing } = readConfig({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=a%20school, authorization=Basic YTpi=',
      OTEL_SERVICE_NAME: 'school',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    })
    expect(tracing).toEqual({
      endpoint: 'http://collector:4318',
      headers: { 'x-tenant': 'a school', authorization: 'Basic YTpi=' },
      serviceName: 'school',
      sampleRatio: 0.25,
    })
  })

  test('invalid trace variables are each reported', () => {
    expect(
      errorsOf({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
        OTEL_EXPORTER_OTLP_HEADERS: 'nonsense',
        OTEL_TRACES_SAMPLER_ARG: '1.5',
      }),
    ).toEqual([
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL',
      'OTEL_EXPORTER_OTLP_HEADERS must be <name>=<value>, separated by commas',
      'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1',
    ])
  })
})
