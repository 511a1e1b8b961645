import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeProtectedHeader } from 'jose'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { createTestDatabase } from '../../../test/harness/database.ts'
import { seededRandom } from '../../../test/harness/random.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, useClock, useSystemClock } from '../../platform/clock.ts'
import { fileKeySource, rotateKeyFile } from './signing-key-file.ts'
import { databaseKeySource, rotateKeyTable } from './signing-key-table.ts'
import { KeyRing, keysAfterRotation, type StoredKey } from './signing-keys.ts'

const folder = mkdtempSync(join(tmpdir(), 'lyceum-test-keys-'))
const rings: KeyRing[] = []
async function openRing(source: Parameters<typeof KeyRing.open>[0]): Promise<KeyRing> {
  const ring = await KeyRing.open(source)
  rings.push(ring)
  return ring
}

afterEach(useSystemClock)
afterAll(() => {
  for (const ring of rings) ring.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('rotation', () => {
  test('the first key signs immediately, later keys after two minutes', async () => {
    const start = Date.now()
    useClock(() => start)
    const first = await keysAfterRotation([])
    expect(first.map(({ activeFrom }) => activeFrom.getTime())).toEqual([start])
    const second = await keysAfterRotation(first)
    expect(second.map(({ activeFrom }) => activeFrom.getTime())).toEqual([start + 2 * MINUTE_MS, start])
  })

  test('a key is dropped an hour after its successor became active', async () => {
    let instant = Date.now()
    useClock(() => instant)
    const [first] = await keysAfterRotation([])
    const second = await keysAfterRotation([first!])
    instant += 2 * MINUTE_MS + HOUR_MS - SECOND_MS
    expect((await keysAfterRotation(second)).map(({ keyId }) => keyId)).toContain(first!.keyId)
    instant += 2 * SECOND_MS
    const third = await keysAfterRotation(second)
    expect(third.map(({ keyId }) => keyId)).not.toContain(first!.keyId)
    expect(third.map(({ keyId }) => keyId)).toContain(second[0]!.keyId)
  })

  test('rotations at any times retain every key that signed in the last hour', async () => {
    const random = seededRandom(20_261_115)
    for (let history = 0; history < 20; history++) {
      let instant = Date.now()
      useClock(() => instant)
      let keys = await keysAfterRotation([])
      const signedAt = new Map<string, number>()
      for (let turn = 0; turn < 12; turn++) {
        const until = instant + Math.floor(random() ** 3 * 3 * HOUR_MS)
        for (; instant <= until; instant += MINUTE_MS) signedAt.set(signerOf(keys, instant).keyId, instant)
        keys = await keysAfterRotation(keys)
        const retained = new Set(keys.map(({ keyId }) => keyId))
        for (const [keyId, at] of signedAt)
          if (at > instant - HOUR_MS + MINUTE_MS) expect(retained.has(keyId)).toBe(true)
        expect(signerOf(keys, instant)).toBeDefined()
      }
    }
  })
})

/** A simple model of the rule: the newest active key. */
function signerOf(keys: StoredKey[], instant: number): StoredKey {
  return keys
    .filter(({ activeFrom }) => activeFrom.getTime() <= instant)
    .reduce((newest, key) => (key.activeFrom > newest.activeFrom ? key : newest))
}

describe('the keys in the database', () => {
  test('twelve processes that start concurrently on an empty table create one key', async () => {
    const made = await createTestDatabase()
    try {
      const pools = Array.from({ length: 12 }, () => made.another({ poolSize: 2 }))
      const opened = await Promise.all(pools.map((pool) => openRing(databaseKeySource(pool))))
      expect(new Set(opened.map((ring) => ring.signingKey().keyId)).size).toBe(1)
      expect(await made.database.query`select key_id from signing_key`).toHaveLength(1)
    } finally {
      await made.drop()
    }
  })

  test('the keys are stored sealed, so a copy of the database cannot sign tokens', async () => {
    const made = await createTestDatabase()
    try {
      const [key] = await databaseKeySource(made.database).read()
      const [row] = await made.database.query<{ text: string; bytes: Buffer }>`
        select row_to_json(signing_key)::text as text, sealed_key as bytes from signing_key`
      expect(key!.privateJwk.d).toBeString()
      for (const part of [key!.privateJwk.d!, Buffer.from(key!.privateJwk.d!).toString('hex')])
        expect(row!.text).not.toContain(part)
      expect(row!.bytes.toString('latin1')).not.toContain('kty')
    } finally {
      await made.drop()
    }
  })

  describe('while services run', () => {
    let one: TestService
    let other: TestService
    let ada: TestUser
    beforeAll(async () => {
      one = await startTestService()
      other = await startTestService({}, one.test)
      ada = await one.register()
    })
    afterAll(async () => {
      await other.stop()
      await one.stop()
    })

    const statusOn = async (service: TestService, token: string) =>
      (await service.call('GET /user/profile', { token })).status
    const login = async (service: TestService) => {
      const { body } = await service.call('POST /auth/login', {
        body: { email: ada.email, password: ada.password },
      })
      return body.data.accessToken as string
    }
    const keyOf = (token: string) => decodeProtectedHeader(token).kid!
    /** A service rereads the table every 30 seconds, and when it sees an unknown key id. */
    const lookAgain = async (service: TestService) => {
      const [head, ...rest] = ada.accessToken.split('.')
      const strange = { ...JSON.parse(Buffer.from(head!, 'base64url').toString()), kid: 'strange' }
      const token = [Buffer.from(JSON.stringify(strange)).toString('base64url'), ...rest].join('.')
      expect(await statusOn(service, token)).toBe(401)
    }

    test('a rotation publishes the new key before its use, reaches other processes and signs no user out', async () => {
      const start = Date.now()
      const before = await login(one)
      await rotateKeyTable(one.test.database)
      const oldKey = keyOf(before)

      useClock(() => start + 31 * SECOND_MS)
      await lookAgain(one)
      const announced = (await one.call('GET //.well-known/jwks.json')).body.keys as { kid: string }[]
      expect(announced).toHaveLength(2)
      const newKey = announced.map(({ kid }) => kid).find((kid) => kid !== oldKey)!
      // The key is published before it signs.
      const between = await login(one)
      expect(keyOf(between)).toBe(oldKey)

      useClock(() => start + 2 * MINUTE_MS + 5 * SECOND_MS)
      const after = await login(one)
      expect(keyOf(after)).toBe(newKey)
      for (const token of [before, between, after]) {
        expect(await statusOn(one, token)).toBe(200)
        // The other process has not reread the table yet; the unknown key id makes it reread.
        expect(await statusOn(other, token)).toBe(200)
      }
      expect(keyOf(await login(other))).toBe(newKey)
    })

    test('a deleted key no longer verifies tokens', async () => {
      const start = Date.now() + 10 * MINUTE_MS
      useClock(() => start)
      const token = await login(other)
      await rotateKeyTable(one.test.database)
      const tokenKey = keyOf(token)
      await one.test.database.query`delete from signing_key where key_id = ${tokenKey}`
      useClock(() => start + 5 * SECOND_MS)
      await lookAgain(one)
      const fresh = await login(one)
      expect(keyOf(fresh)).not.toBe(tokenKey)
      // A token of the other process that is new here, because signed and verified tokens stay cached until they expire.
      expect(await statusOn(one, token)).toBe(401)
    })
  })

  test('five concurrent rotations retain all their keys, and a rotation a day later leaves two', async () => {
    const made = await createTestDatabase()
    try {
      await databaseKeySource(made.database).read()
      await Promise.all(Array.from({ length: 5 }, () => rotateKeyTable(made.database)))
      expect(await made.database.query`select key_id from signing_key`).toHaveLength(6)
      const start = Date.now()
      useClock(() => start + DAY_MS)
      await rotateKeyTable(made.database)
      expect((await made.database.query`select key_id from signing_key`).length).toBeLessThanOrEqual(6)
      const ring = await openRing(databaseKeySource(made.database))
      expect(ring.signingKey()).toBeDefined()
    } finally {
      await made.drop()
    }
  })
})

describe('the keys in a file', () => {
  const path = join(folder, 'keys.json')

  test('only the owner of the key file can read it', async () => {
    await rotateKeyFile(path, true)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    chmodSync(path, 0o644)
    await rotateKeyFile(path, false)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test('a running process reads new keys from the file, and old keys still verify', async () => {
    await rotateKeyFile(path, true)
    const ring = await openRing(fileKeySource(path))
    const oldKey = ring.signingKey().keyId
    await rotateKeyFile(path, false)
    const start = Date.now()
    useClock(() => start + 2 * MINUTE_MS + SECOND_MS)
    expect(await ring.findPublicKey('strange')).toBeUndefined()
    expect(ring.publicKeys()).toHaveLength(2)
    expect(ring.signingKey().keyId).not.toBe(oldKey)
    expect(await ring.findPublicKey(oldKey)).toBeDefined()
  })

  test('the error for a missing or invalid key file names the command that creates one', async () => {
    expect(KeyRing.open(fileKeySource(join(folder, 'absent.json')))).rejects.toThrow('bun lyceum keys create')
    const broken = join(folder, 'broken.json')
    writeFileSync(broken, '{"keys": [')
    expect(KeyRing.open(fileKeySource(broken))).rejects.toThrow('bun lyceum keys create')
    writeFileSync(broken, '{"keys": []}')
    expect(KeyRing.open(fileKeySource(broken))).rejects.toThrow('No signing key')
  })

  test('a key file that becomes invalid while the service runs does not remove keys', async () => {
    await rotateKeyFile(path, true)
    const ring = await openRing(fileKeySource(path))
    const { keyId } = ring.signingKey()
    writeFileSync(path, 'half of a fi')
    const start = Date.now()
    useClock(() => start + 5 * SECOND_MS)
    await ring.findPublicKey('strange').catch(() => undefined)
    expect(ring.signingKey().keyId).toBe(keyId)
    expect(await ring.findPublicKey(keyId)).toBeDefined()
  })

  test('a key file that becomes empty while the service runs does not remove keys', async () => {
    await rotateKeyFile(path, true)
    const ring = await openRing(fileKeySource(path))
    const { keyId } = ring.signingKey()
    writeFileSync(path, '{"keys": []}')
    const start = Date.now()
    useClock(() => start + 5 * SECOND_MS)
    await ring.findPublicKey('strange').catch(() => undefined)
    expect(ring.signingKey().keyId).toBe(keyId)
  })
})
