import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeProtectedHeader } from 'jose'
import { expectReadableError, runCommand } from '../../../test/harness/processes/run-command.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { createTestClock } from '../../../test/harness/test-clock.ts'
import { rotateKeyFile } from '../../modules/sessions/signing-key-file.ts'
import { MINUTE_MS, useSystemClock } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config/config.ts'

const folder = mkdtempSync(join(tmpdir(), 'lyceum-keys-'))
const keysFile = join(folder, 'keys.json')
let service: TestService
const time = createTestClock()

beforeAll(async () => {
  expect((await runCommand(['keys', 'create', keysFile])).code).toBe(0)
  service = await startTestService({ TOKEN_KEYS_FILE: keysFile })
})
afterAll(async () => {
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
  useSystemClock()
})

/** Runs a text in a process of its own, which may change its user, and returns what it prints. */
async function runAsModule(text: string): Promise<string> {
  const module = join(import.meta.dir, '../../modules/sessions/signing-key-file.ts')
  const program = `import { rotateKeyFile } from ${JSON.stringify(module)}\n${text}`
  const child = Bun.spawn([process.execPath, '-e', program], {
    cwd: join(import.meta.dir, '../../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Response(child.stdout).text()
}

const login = (email: string, password: string) =>
  service.call('POST /auth/login', { body: { email, password } })

test('keys web-push prints a key pair that the configuration accepts', async () => {
  const { code, output } = await runCommand(['keys', 'web-push'])
  expect(code).toBe(0)
  const pair = Object.fromEntries(
    output
      .trim()
      .split('\n')
      .map((line) => line.split('=') as [string, string]),
  )
  const { push } = readConfig({ ...pair, WEB_PUSH_SUBJECT: 'mailto:ops@lyceum.example' })
  expect(push.webPush.keys).toMatchObject({ publicKey: pair.WEB_PUSH_PUBLIC_KEY })
})

describe('keys', () => {
  const keyIds = async () =>
    ((await service.call('GET //.well-known/jwks.json')).body.keys as { kid: string }[]).map(({ kid }) => kid)
  const stored = () => JSON.parse(readFileSync(keysFile, 'utf8')).keys as { kid: string; d: string }[]

  test('keys create creates a private file and never overwrites one', async () => {
    expect(statSync(keysFile).mode & 0o777).toBe(0o600)
    expect(stored()).toHaveLength(1)
    expect(await keyIds()).toEqual([stored()[0]!.kid])
    const before = readFileSync(keysFile, 'utf8')
    const again = await runCommand(['keys', 'create', keysFile])
    expectReadableError(again, 'already exists', 'keys rotate')
    expect(readFileSync(keysFile, 'utf8')).toBe(before)
    expectReadableError(
      await runCommand(['keys', 'create', join(folder, 'no/such/folder/keys.json')]),
      'ENOENT',
    )
  })

  test('keys rotate adds a key while a service runs, and tokens of the old key stay valid', async () => {
    const user = await service.register()
    const oldKey = stored()[0]!.kid
    expect(decodeProtectedHeader(user.accessToken).kid).toBe(oldKey)
    const outcome = await runCommand(['keys', 'rotate'], { TOKEN_KEYS_FILE: keysFile })
    expect(outcome.code).toBe(0)
    expect(outcome.output).toContain('A new key was added')
    expect(statSync(keysFile).mode & 0o777).toBe(0o600)
    expect(stored()).toHaveLength(2)
    const newKey = stored().find(({ kid }) => kid !== oldKey)!.kid

    // An unknown key id makes the service read the file again.
    time.advance(3_000)
    const header = Buffer.from(JSON.stringify({ alg: 'ES256', typ: 'at+jwt', kid: newKey })).toString(
      'base64url',
    )
    const strange = await service.call('GET /user/profile', {
      token: [header, ...user.accessToken.split('.').slice(1)].join('.'),
    })
    expect(strange.status).toBe(401)
    expect((await keyIds()).sort()).toEqual([oldKey, newKey].sort())
    expect((await service.call('GET /user/profile', { token: user.accessToken })).status).toBe(200)
    const early = await login(user.email, user.password)
    expect(decodeProtectedHeader(early.body.data.accessToken).kid).toBe(oldKey)

    time.advance(3 * MINUTE_MS)
    const later = await login(user.email, user.password)
    expect(decodeProtectedHeader(later.body.data.accessToken).kid).toBe(newKey)
    for (const token of [user.accessToken, later.body.data.accessToken])
      expect((await service.call('GET /user/profile', { token })).status).toBe(200)
  })

  test('keys rotate as root keeps the owner and the mode of the file, and the settings are not needed for it', async () => {
    const file = join(folder, 'owned.json')
    const access = () => {
      const { uid, gid, mode } = statSync(file)
      return [uid, gid, mode & 0o777]
    }
    expect((await runCommand(['keys', 'create', file])).output).toContain('chown')
    const isRoot = process.getuid!() === 0
    if (isRoot) chownSync(file, 65_534, 65_534)
    chmodSync(file, 0o640)
    const before = access()
    // LYCEUM_ENV=production without other settings would be refused.
    const outcome = await runCommand(['keys', 'rotate', file], { LYCEUM_ENV: 'production' })
    expect([outcome.code, outcome.errors]).toEqual([0, ''])
    expect(access()).toEqual(before)
    expect(outcome.output).toContain(`belongs to user ${before[0]}, group ${before[1]}, with the mode 0640`)
    expect(JSON.parse(readFileSync(file, 'utf8')).keys).toHaveLength(2)
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  // Only root can become another user.
  test.if(process.getuid!() === 0)(
    'a user who cannot keep the owner of the file, or cannot read it, is told so, and nothing changes',
    async () => {
      const shared = join(folder, 'shared')
      mkdirSync(shared)
      chmodSync(folder, 0o755)
      chmodSync(shared, 0o777)
      const file = join(shared, 'keys.json')
      await rotateKeyFile(file, true)
      const before = readFileSync(file, 'utf8')
      const rotateAsNobody = `
        process.setgid(65534); process.setuid(65534)
        await rotateKeyFile(${JSON.stringify(file)}, false).catch((error) => console.log(error.message))`
      chmodSync(file, 0o644)
      expect(await runAsModule(rotateAsNobody)).toContain('Nothing was changed: run the command as its owner')
      chmodSync(file, 0o600)
      expect(await runAsModule(rotateAsNobody)).toContain(
        'cannot be read by user 65534: it belongs to user 0, group 0, with the mode 0600',
      )
      expect(readFileSync(file, 'utf8')).toBe(before)
      expect(readdirSync(shared)).toEqual(['keys.json'])
    },
  )

  test('/metrics shows how long the keys were not read, and running processes keep their keys', async () => {
    const age = async () => {
      const text = (await service.call('GET //metrics')).body as string
      return Number(/^lyceum_signing_keys_age_seconds (\S+)/m.exec(text)![1])
    }
    const user = await service.register()
    const content = readFileSync(keysFile)
    rmSync(keysFile)
    try {
      time.advance(10 * MINUTE_MS)
      expect(await age()).toBeGreaterThan(9 * 60)
      expect((await service.call('GET //.well-known/jwks.json')).body.keys.length).toBeGreaterThan(0)
      expect((await service.call('GET /user/profile', { token: user.accessToken })).status).toBe(200)
    } finally {
      writeFileSync(keysFile, content, { mode: 0o600 })
    }
  })

  test('keys rotate rejects a missing or invalid file with a message and does not change it', async () => {
    const broken = join(folder, 'broken.json')
    for (const content of ['{', '{}', 'null', '[]']) {
      writeFileSync(broken, content)
      expectReadableError(
        await runCommand(['keys', 'rotate'], { TOKEN_KEYS_FILE: broken }),
        'TOKEN_KEYS_FILE',
        'keys create',
      )
      expect(readFileSync(broken, 'utf8')).toBe(content)
    }
    const missing = await runCommand(['keys', 'rotate'], { TOKEN_KEYS_FILE: join(folder, 'missing.json') })
    expectReadableError(missing, 'TOKEN_KEYS_FILE', 'cannot be read')
  })

  test('keys rotate without a file adds a key to the table', async () => {
    const inTable = await startTestService({}, service.test)
    try {
      const before = await service.test.database.query<{ keyId: string }>`
        select key_id as "keyId" from signing_key`
      expect(before).toHaveLength(1)
      const outcome = await runCommand(['keys', 'rotate'], {
        DATABASE_URL: service.test.url,
        DATA_DIR: join(folder, 'data'),
      })
      expect(outcome.code).toBe(0)
      const after = await service.test.database.query<{ keyId: string }>`
        select key_id as "keyId" from signing_key`
      expect(after).toHaveLength(2)
      const user = await inTable.register()
      expect(decodeProtectedHeader(user.accessToken).kid).toBe(before[0]!.keyId)
    } finally {
      await inTable.stop()
    }
  })
})
