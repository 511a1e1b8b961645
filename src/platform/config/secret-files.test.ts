import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConfigError, readConfig, VARIABLE_NAMES } from './config.ts'
import { listEffectiveSettings } from './effective-settings.ts'
import { findMisspelledSettings } from './misspelled-settings.ts'
import { SECRET_VARIABLES } from './secret-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'lyceum-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileWith(content: string): string {
  const file = join(folder, crypto.randomUUID())
  writeFileSync(file, content)
  return file
}

function errorsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment)
  } catch (error) {
    return (error as ConfigError).errors
  }
  return []
}

/** Values that each secret accepts. */
const SECRETS: Record<string, string> = {
  DATABASE_URL: 'postgres://lyceum:pass-word-1@db.example:5433/learn?sslmode=disable',
  DATABASE_REPLICA_URL: 'postgres://reader:pass-word-2@replica.example/learn',
  REDIS_URL: 'redis://:pass-word-3@cache.example:6379',
  CHAIN_RPC_URL: 'https://rpc.example/v2/pass-word-4',
  SMTP_URL: 'smtp://user:pass-word-5@mail.example:587',
  WEB_PUSH_PRIVATE_KEY: Buffer.alloc(32, 7).toString('base64url'),
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=pass-word-6',
}
const secretOf = (name: string) => SECRETS[name] ?? `pass-word-of-${name.toLowerCase()}-0123456789`
/** What must be set beside some secrets. */
const COMPANIONS = {
  CHAIN_ID: '8453',
  RELAYER_PRIVATE_KEY_FILE: '/etc/lyceum/relayer.key',
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'lyceum',
  WEB_PUSH_PUBLIC_KEY: Buffer.alloc(65, 9).toString('base64url'),
  WEB_PUSH_SUBJECT: 'mailto:you@example.com',
  FONBNK_CLIENT_ID: 'merchant',
  AFRICAS_TALKING_USERNAME: 'lyceum',
  LLM_BASE_URL: 'https://llm.example/v1',
  LLM_MODEL: 'm',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
}

describe('a secret in a file', () => {
  test('every secret can be in a file, with or without a line break at its end', () => {
    const direct = Object.fromEntries(SECRET_VARIABLES.map((name) => [name, secretOf(name)]))
    for (const end of ['', '\n', '\r\n']) {
      const files = Object.fromEntries(
        SECRET_VARIABLES.map((name) => [`${name}_FILE`, fileWith(secretOf(name) + end)]),
      )
      expect(readConfig({ ...files, ...COMPANIONS })).toEqual(readConfig({ ...direct, ...COMPANIONS }))
    }
  })

  test('every variable whose name says that it is secret is one of them', () => {
    const missing = VARIABLE_NAMES.filter(
      (name) =>
        /SECRET|PRIVATE_KEY|API_KEY|TOKEN|PEPPER|_KEY(_|$)/.test(name) &&
        !/_FILE$|PUBLIC_KEY|IDEMPOTENCY_KEYS|DAILY_TOKENS|DEVICE_TOKENS/.test(name) &&
        !(SECRET_VARIABLES as readonly string[]).includes(name),
    )
    expect(missing).toEqual([])
  })

  test('a missing file, an empty file and a secret that is set twice are errors without the secret', () => {
    const file = fileWith('a-secret-of-a-test-0123456789-abcdef')
    expect(errorsOf({ SECRET_KEY_FILE: '/nowhere/key' })).toEqual([
      expect.stringContaining('SECRET_KEY_FILE cannot be read'),
    ])
    expect(errorsOf({ SECRET_KEY_FILE: fileWith('\n') })).toEqual([
      expect.stringContaining('SECRET_KEY_FILE is an empty file'),
    ])
    expect(errorsOf({ SECRET_KEY_FILE: file, SECRET_KEY: 'k'.repeat(40) })).toEqual([
      'SECRET_KEY_FILE and SECRET_KEY are both set: remove one of them',
    ])
    expect(errorsOf({ SECRET_KEY_FILE: fileWith('short') })).toEqual([
      'SECRET_KEY must have at least 32 characters',
    ])
    expect(errorsOf({ SECRET_KEY_FILE: '' })).toEqual([])
  })

  test('a secret in a file is required, compared and refused in production as one in a variable', () => {
    const errors = errorsOf({
      LYCEUM_ENV: 'production',
      SECRET_KEY_FILE: fileWith('dev-secret-key-do-not-use-in-production'),
      PIN_PEPPER_FILE: fileWith('p'.repeat(40)),
      METRICS_TOKEN_FILE: fileWith('p'.repeat(40)),
    }).join('\n')
    expect(errors).toContain('SECRET_KEY is a development secret')
    expect(errors).toContain('METRICS_TOKEN must differ from PIN_PEPPER')
    expect(errors).not.toContain('PIN_PEPPER must be set')
  })
})

describe('the effective settings', () => {
  test('the effective settings have every variable and no secret', () => {
    const environment: Record<string, string> = { ...COMPANIONS, LIMIT_GENERAL: '30/60' }
    for (const [index, name] of SECRET_VARIABLES.entries()) {
      if (index % 2 === 0) environment[name] = secretOf(name)
      else environment[`${name}_FILE`] = fileWith(secretOf(name))
    }
    const settings = listEffectiveSettings(environment)
    expect(settings.map(({ name }) => name)).toEqual([...VARIABLE_NAMES])
    const text = JSON.stringify(settings)
    for (const name of SECRET_VARIABLES) expect(text).not.toContain(secretOf(name))
    expect(text).not.toContain('pass-word')
    const of = (name: string) => settings.find((setting) => setting.name === name)
    expect(of('DATABASE_URL')).toEqual({
      name: 'DATABASE_URL',
      value: 'postgres://…@db.example:5433/learn',
      source: 'environment',
    })
    expect(of('CHAIN_RPC_URL')!.value).toBe('https://rpc.example/…')
    expect(of('S3_SECRET_ACCESS_KEY')).toEqual({
      name: 'S3_SECRET_ACCESS_KEY',
      value: '[set]',
      source: 'file',
    })
    expect(of('LIMIT_GENERAL')).toEqual({ name: 'LIMIT_GENERAL', value: '30/60', source: 'environment' })
  })

  test('the effective settings show the defaults that are in force', () => {
    const settings = listEffectiveSettings({ PORT: '4000' })
    const of = (name: string) => settings.find((setting) => setting.name === name)!.value
    expect([of('HOST'), of('PUBLIC_URL'), of('LIMIT_GENERAL')]).toEqual([
      '127.0.0.1',
      'http://localhost:4000',
      '60000/60',
    ])
    expect([of('CHAIN'), of('DEMO_CONTENT'), of('DRAIN_SECONDS'), of('SMTP_URL')]).toEqual([
      'on',
      'on',
      '0',
      undefined,
    ])
  })
})

describe('misspelled settings', () => {
  test('a name near a setting is reported with the setting that is meant', () => {
    const meant = {
      LIMIT_GENERL: 'LIMIT_GENERAL',
      DATABASE_ULR: 'DATABASE_URL',
      DATABSE_URL: 'DATABASE_URL',
      SMTP_URI: 'SMTP_URL',
      SIGNUP: 'SIGN_UP',
      LOGLEVEL: 'LOG_LEVEL',
      SECRET_KEY_FIEL: 'SECRET_KEY_FILE',
      TRUST_PROXY_HOP: 'TRUST_PROXY_HOPS',
    }
    expect(findMisspelledSettings(Object.fromEntries(Object.keys(meant).map((name) => [name, 'x'])))).toEqual(
      Object.entries(meant).map(([name, setting]) => `${name} is not a setting: did you mean ${setting}?`),
    )
    expect(findMisspelledSettings({ LYCEUM_COLOUR: 'red' })).toEqual([
      'LYCEUM_COLOUR is not a setting: docs/operations.md lists all of them',
    ])
  })

  test('settings, their files and the variables of other programs are not reported', () => {
    const others = {
      ...Object.fromEntries(VARIABLE_NAMES.map((name) => [name, 'x'])),
      ...Object.fromEntries(SECRET_VARIABLES.map((name) => [`${name}_FILE`, 'x'])),
      ...Object.fromEntries(
        [
          'PATH HOME HOSTNAME HOSTS USER SHELL TERM LANG PWD LOGNAME POST NODE_ENV CI TZ XDG_RUNTIME_DIR',
          'REDIS_PORT REDIS_HOST POSTGRES_PASSWORD PGHOST AWS_REGION AWS_ACCESS_KEY_ID SSH_AUTH_SOCK DEBUG',
          'OTEL_EXPORTER_OTLP_PROTOCOL KUBERNETES_SERVICE_HOST LYCEUM_ADMIN_PASSWORD LYCEUM_TEST_WEB_BUILD',
        ]
          .flatMap((line) => line.split(' '))
          .map((name) => [name, 'x']),
      ),
    }
    expect(findMisspelledSettings(others)).toEqual([])
  })
})
