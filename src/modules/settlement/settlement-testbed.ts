import { type Address, type Hex, keccak256, stringToHex } from 'viem'
import { accountAddress } from '../../platform/chain/account-address.ts'
import { onConfirmed, onFailed } from '../../platform/chain/relayer/chain-effects.ts'
import { transactionConfirmed, transactionFailed } from '../../platform/chain/relayer/events.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import { on, reactionTable } from '../../platform/transaction/reactions.ts'
import { createWrite, type Write } from '../../platform/transaction/write.ts'
import { type Asset, HOUSE, userAccount } from '../ledger/public/account.ts'
import { postTransfer } from '../ledger/public/post-transfer.ts'
import { createTestWallet, createWalletTestbed, type WalletTestbed } from '../wallet/wallet-testbed.ts'
import { settlementChainEffects } from './chain-effects.ts'

export interface SettlementTestbed extends WalletTestbed {
  write: Write
  addLearner(): Promise<UserId>
  /** Credits the user, or charges for a negative amount. */
  give(userId: UserId, asset: Asset, amount: bigint): Promise<void>
  /** References of the open batches. */
  listOpen(): Promise<string[]>
  /** Emits the relayer's event. */
  confirm(reference: string): Promise<void>
  fail(reference: string, reason: string): Promise<void>
  /** The sum of the confirmed batches. */
  onChain(userId: UserId, asset: Asset): Promise<bigint>
}

/** Any addresses: nothing is deployed. */
const ORIGIN = { factory: address('factory'), implementation: address('implementation') }

/** Ledger, wallets and settlement on a new database; the tests emit the events of the relayer. */
export async function createSettlementTestbed(): Promise<SettlementTestbed> {
  const testbed = await createWalletTestbed(16)
  const { query } = testbed.database
  const reactions = reactionTable([
    on(transactionConfirmed, { inTransaction: [onConfirmed(settlementChainEffects)] }),
    on(transactionFailed, { inTransaction: [onFailed(settlementChainEffects)] }),
  ])
  const write = createWrite(testbed.database, reactions, () => {})
  return {
    ...testbed,
    write,
    addLearner: async () => {
      const { userId } = await testbed.addCaller()
      await write((tx) =>
        createTestWallet(tx, {
          userId,
          accountAddress: (owner, salt) => accountAddress(ORIGIN, owner, salt),
          now: new Date(),
        }),
      )
      return userId
    },
    give: async (userId, asset, amount) => {
      const entries = [
        { account: userAccount(userId), asset, amount },
        { account: HOUSE.issuance, asset, amount: -amount },
      ]
      await write((tx) =>
        postTransfer(tx, { source: `test:${newId()}`, reason: 'a test', entries, now: new Date() }),
      )
    },
    listOpen: async () => {
      const rows = await query<{ reference: string }>`
        select 'settlement:' || id as reference from settlement_batch where status = 'OPEN' order by created_at, id`
      return rows.map(({ reference }) => reference)
    },
    confirm: (reference) =>
      write(async (tx) => {
        const transactionHash = keccak256(stringToHex(reference))
        const data = { reference, kind: 'settlement.batch', transactionHash, blockNumber: 7, logs: [] }
        tx.emit(transactionConfirmed({ ...data, at: new Date().toISOString() }))
      }),
    fail: (reference, reason) =>
      write(async (tx) =>
        tx.emit(
          transactionFailed({ reference, kind: 'settlement.batch', reason, at: new Date().toISOString() }),
        ),
      ),
    onChain: async (userId, asset) => {
      const [row] = await query<{ sum: bigint }>`
        select coalesce(sum(case batch.direction when 'MINT' then amount else -amount end), 0)::bigint as sum
        from settlement_line as line join settlement_batch as batch on batch.id = line.batch_id
        where line.user_id = ${userId} and batch.asset = ${asset} and batch.status = 'CONFIRMED'`
      return row!.sum
    },
  }
}

function address(name: string): Address {
  return keccak256(stringToHex(name)).slice(0, 42) as Hex
}
