import { expect, test } from 'bun:test'
import type { ApiResponse } from '../../../test/harness/api-client.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { spawnService } from '../../../test/harness/processes/service-process.ts'
import { unseal, unsealWith, useSecretKey } from '../../platform/secrets.ts'
import { createKeyWallet } from './chain-wallet-testbed.ts'

const SECRET_KEY = 'a-secret-key-for-tests-only-0123456789'
const PEPPER = 'a-pin-pepper-for-tests-only-0123456789'
const PINS = ['739164', '580471', '904715', '402857']

/** Every row of every table as text, with bytes in hexadecimal. */
async function dump({ database }: TestDatabase): Promise<string> {
  const tables = await database.query<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`
  const texts: string[] = []
  for (const { name } of tables)
    await database.withSession(async ({ raw }) => {
      const rows = await raw(`select t::text as row from ${name} as t`)
      texts.push(`${name}\n${rows.map(({ row }) => row).join('\n')}`)
    })
  return texts.join('\n\n')
}

/** The private keys of the sealed rows, unsealed with the secret of the process. */
async function privateKeys({ database }: TestDatabase): Promise<Buffer[]> {
  useSecretKey(SECRET_KEY)
  const rows = await database.query<{ key: Buffer; dataKey: Buffer }>`
    select sealed_key as key, sealed_data_key as "dataKey" from wallet`
  return rows.map(({ key, dataKey }) => {
    const plain = unsealWith(Buffer.from(unseal('wallet-owner-key', dataKey), 'base64'), key)
    return Buffer.from(plain.split(':0x')[1]!, 'hex')
  })
}

/** A PIN that is not part of a longer number or digest. */
const alone = (pin: string) => new RegExp(`(?<![0-9a-f.])${pin}(?![0-9a-f])`, 'i')

test('the database, the log and all responses contain no private key, PIN or pepper', async () => {
  const database = await createTestDatabase()
  const service = await spawnService({
    DATABASE_URL: database.url,
    LOG_LEVEL: 'trace',
    CHAIN: 'on',
    SECRET_KEY,
    PIN_PEPPER: PEPPER,
  })
  const responses: ApiResponse[] = []
  try {
    const users = await Promise.all([service.register(), service.register()])
    for (const user of users) {
      const token = user.accessToken
      const send = async (route: string, body?: unknown) => {
        const response = await service.call(route, { token, ...(body === undefined ? {} : { body }) })
        responses.push(response)
        return response
      }
      await send('POST /auth/set-wallet-pin', { pin: PINS[0] })
      await send('POST /auth/verify-wallet-pin', { pin: PINS[3] })
      await send('POST /auth/verify-wallet-pin', { pin: Number(PINS[0]) })
      await send('POST /auth/verify-wallet-pin', { pin: PINS[0] })
      await send('POST /auth/set-wallet-pin', { pin: PINS[1], currentPin: PINS[0] })
      await send('POST /auth/reset-wallet-pin-otp')
      const otpCode = await service.codeFor(user.email)
      await send('POST /auth/verify-wallet-pin-reset-otp', { otpCode, newPin: PINS[2] })
      const wallet = createKeyWallet()
      const { body } = await send(`GET /blockchain/link-wallet/nonce?address=${wallet.address}`)
      const { message } = body.data
      const signature = await wallet.signMessage(message)
      const linked = await send('POST /blockchain/link-wallet', {
        walletAddress: wallet.address,
        message,
        signature,
      })
      expect(linked.status).toBe(200)
      await send('GET /user/profile')
      await send('GET /user/export')
      await send('GET /blockchain/user/me/balance')
      await send('GET /blockchain/config')
    }
    const keys = await privateKeys(database)
    expect(keys).toHaveLength(2)
    const shown = responses.map(({ body }) => JSON.stringify(body)).join('\n')
    const stored = await dump(database)
    const logged = service.output()
    expect(stored).toContain('argon2id')
    expect(logged.length).toBeGreaterThan(100)
    for (const text of [shown, stored, logged]) {
      for (const key of keys) {
        const writings = [
          key.toString('hex'),
          key.toString('base64').slice(0, 42),
          key.toString('base64url').slice(0, 42),
        ]
        writings.push(BigInt(`0x${key.toString('hex')}`).toString())
        for (const writing of writings) expect(text.toLowerCase()).not.toContain(writing.toLowerCase())
      }
      for (const pin of PINS) expect(text).not.toMatch(alone(pin))
      expect(text).not.toContain(PEPPER)
      expect(text).not.toContain(SECRET_KEY)
    }
    // The stored hash is not a hash of the PIN alone, which an attacker could guess in minutes.
    const [row] = await database.database.query<{
      hash: string
    }>`select pin_hash as hash from wallet_pin limit 1`
    expect(await Bun.password.verify(PINS[2]!, row!.hash)).toBe(false)
  } finally {
    await service.kill('SIGTERM')
    await database.drop()
  }
})
