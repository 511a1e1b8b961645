import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { insertUser } from '../../../test/harness/users.ts'
import type { Database } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import { metricsText } from '../../platform/metrics.ts'
import { reactionTable } from '../../platform/transaction/reactions.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { createWrite, type Write } from '../../platform/transaction/write.ts'
import { createWallets } from './custody/create-wallet.ts'
import { setPinPepper } from './pin/pin-hash.ts'
import { findPin } from './pin/queries.ts'
import { type FirstPinSettings, setPin } from './pin/set-pin.ts'

/** The settings of development: the first PIN blocks nothing. */
export const FIRST_PIN: FirstPinSettings = { firstPinBlockSeconds: 0, publicUrl: 'http://localhost' }

export interface WalletTestbed {
  test: TestDatabase
  database: Database
  write: Write
  /** Adds a signed-in user. */
  addCaller(): Promise<Caller>
  /** Adds a signed-in user with a PIN. */
  addCallerWithPin(pin: string, now: Date): Promise<Caller>
  setPin(caller: Caller, pin: string, now: Date): Promise<void>
}

/** A new database with `write` and no reactions. */
export async function createWalletTestbed(poolSize = 10): Promise<WalletTestbed> {
  setPinPepper('a-pin-pepper-for-tests-only-0123456789')
  const test = await createTestDatabase()
  const database = test.another({ poolSize })
  const testbed: WalletTestbed = {
    test,
    database,
    write: createWrite(database, reactionTable([]), () => {}),
    addCaller: async () => {
      const userId = await insertUser(database.query)
      return { userId, sessionId: newId<'Session'>(), role: 'USER' }
    },
    addCallerWithPin: async (pin, now) => {
      const caller = await testbed.addCaller()
      await testbed.setPin(caller, pin, now)
      return caller
    },
    setPin: async ({ userId }, pin, now) => {
      await testbed.write((tx) => setPin(tx, { userId, pin, currentPin: undefined, now }, FIRST_PIN))
    },
  }
  return testbed
}

/** Returns the error code of a refusal, or 'done'. */
export async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

/** Returns the expected refusal. */
export async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const error = await work.then(
    () => undefined,
    (thrown) => thrown,
  )
  if (!(error instanceof Refusal)) throw new Error(`no refusal but ${error}`)
  return error
}

/** The number of PIN comparisons of this process. */
export async function pinComparisons(): Promise<number> {
  return Number(/^lyceum_wallet_pin_comparisons_total (\d+)/m.exec(await metricsText())?.[1] ?? 0)
}

export async function countWrongPins({ query }: Database, userId: UserId): Promise<number | undefined> {
  return (await findPin(query, userId))?.wrongInARow
}

export async function createTestWallet(
  tx: Tx,
  wallet: {
    userId: UserId
    accountAddress: Parameters<typeof createWallets>[1]['accountAddress']
    now: Date
  },
): Promise<void> {
  await createWallets(tx, { ...wallet, userIds: [wallet.userId] })
}
