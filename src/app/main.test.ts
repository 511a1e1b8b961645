import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectReadableError, runCommand } from '../../test/harness/processes/run-command.ts'
import { openApiText } from './commands/openapi.ts'

const folder = mkdtempSync(join(tmpdir(), 'lyceum-main-'))
const keysFile = join(folder, 'keys.json')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('help', () => {
  test('every command has a help text', async () => {
    const commands: Record<string, string> = {
      '': 'Usage: lyceum [options] [command]',
      start: 'Serve the API',
      worker: 'Run only the jobs',
      migrate: 'Run the database migrations',
      'upgrade-check': 'whether this version can take over the database',
      'config check': 'Print the settings that are in force',
      admin: 'Staff accounts',
      'admin create': 'LYCEUM_ADMIN_PASSWORD',
      keys: 'Keys of access tokens',
      'keys create': 'Create a key file',
      'keys rotate': 'Add a new key',
      openapi: 'Print the OpenAPI document',
    }
    const names = Object.keys(commands)
    for (let from = 0; from < names.length; from += 3) {
      await Promise.all(
        names.slice(from, from + 3).map(async (name) => {
          const { code, output, errors } = await runCommand([...name.split(' ').filter(Boolean), '--help'])
          expect([name, code, errors]).toEqual([name, 0, ''])
          expect(output).toContain(`Usage: lyceum ${name}`.trim())
          expect(output).toContain(commands[name]!)
        }),
      )
    }
  })

  test('an unknown or incomplete command prints the help', async () => {
    const [unknown, lacking, helped, below] = await Promise.all([
      runCommand(['nonsense']),
      runCommand(['admin', 'create']),
      runCommand(['nonsense', '--help']),
      runCommand(['admin', 'nonsense', '-h']),
    ])
    expectReadableError(unknown, "unknown command 'nonsense'", 'Usage: lyceum')
    expectReadableError(helped, "unknown command 'nonsense'", 'Usage: lyceum')
    expectReadableError(below, "unknown command 'nonsense'", 'Usage: lyceum admin')
    expectReadableError(lacking, '--email', 'Usage: lyceum admin create')
  })
})

describe('configuration', () => {
  test('all configuration errors are reported before the service starts', async () => {
    const outcome = await runCommand(['start'], {
      PORT: 'eighty',
      ROLE: 'king',
      DATABASE_URL: 'mysql://x',
      SECRET_KEY: 'short',
      RATE_LIMITS: 'maybe',
      LIMIT_GENERAL: '0/0',
      PUBLIC_URL: 'lyceum.example',
      DATA_DIR: join(folder, 'never-made'),
    })
    expectReadableError(
      outcome,
      'The configuration has 7 errors',
      'PORT must be a whole number',
      'ROLE must be all, api or worker',
      'DATABASE_URL must be a postgres:// URL',
      'SECRET_KEY must have at least 32 characters',
      'RATE_LIMITS must be on or off',
      'LIMIT_GENERAL must be <count>/<seconds>',
      'PUBLIC_URL must be an http or https URL',
    )
    expect(outcome.output).toBe('')
    expect(() => statSync(join(folder, 'never-made'))).toThrow()
  })

  test('production rejects missing secrets and development secrets', async () => {
    const bare = await runCommand(['start'], { LYCEUM_ENV: 'production' })
    expectReadableError(
      bare,
      'PUBLIC_URL',
      'SECRET_KEY',
      'PIN_PEPPER',
      'TOKEN_KEYS_FILE',
      'SMTP_URL',
      'CHAIN_RPC_URL',
    )
    const development = await runCommand(['worker'], {
      LYCEUM_ENV: 'production',
      PUBLIC_URL: 'https://lyceum.example',
      SECRET_KEY: 'dev-secret-key-do-not-use-in-production',
      PIN_PEPPER: 'a-pin-pepper-of-a-test-0123456789abcdef',
      TOKEN_KEYS_FILE: keysFile,
      SMTP_URL: 'smtp://127.0.0.1:25',
      CONTRACT_WEBHOOK_SECRET: 'a-contract-secret-of-a-test-0123456789',
      REVENUECAT_WEBHOOK_KEY: 'a-revenuecat-key-of-a-test-0123456789',
      DEMO_CONTENT: 'on',
      CHAIN: 'off',
    })
    expectReadableError(
      development,
      'The configuration has 2 errors',
      'development secret',
      'DEMO_CONTENT must be off',
    )
  })
})

describe('openapi', () => {
  test('openapi prints only the OpenAPI document', async () => {
    const { code, output, errors } = await runCommand(['openapi'])
    expect([code, errors]).toEqual([0, ''])
    expect(output).toBe(openApiText())
    expect(JSON.parse(output).openapi).toBe('3.1.0')
  })
})

describe('config check', () => {
  const environment = {
    DATABASE_URL: 'postgres://lyceum:pass-word@db.example/learn',
    LIMIT_GENERL: '5/60',
    MAIL: 'off',
  }

  test('config check prints the settings in force without secrets, and warns of a misspelled one', async () => {
    const { code, output, errors } = await runCommand(['config', 'check'], environment)
    expect(code).toBe(0)
    expect(output).toContain('* MAIL ')
    expect(output).toMatch(/ {2}LIMIT_GENERAL +60000\/60/)
    expect(output).toContain('postgres://…@db.example/learn')
    expect(errors).toContain('LIMIT_GENERL is not a setting: did you mean LIMIT_GENERAL?')
    expect(output + errors).not.toContain('pass-word')
  })

  test('config check prints JSON with what is set, and ends with an error if the settings are wrong', async () => {
    const json = await runCommand(['config', 'check', '--json', '--changed'], environment)
    expect([json.code, json.errors]).toEqual([0, ''])
    expect(JSON.parse(json.output)).toMatchObject({
      environment: 'development',
      settings: [
        { name: 'DATABASE_URL', source: 'environment' },
        { name: 'MAIL', value: 'off' },
        { name: 'LOG_LEVEL', value: 'warn' },
      ],
      warnings: [expect.stringContaining('LIMIT_GENERL')],
    })
    const wrong = await runCommand(['config', 'check'], { ...environment, PORT: 'eighty' })
    expectReadableError(wrong, 'LIMIT_GENERL is not a setting', 'PORT must be a whole number')
  })
})
