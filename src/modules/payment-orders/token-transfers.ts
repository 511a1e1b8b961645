import { type Address, encodeFunctionData } from 'viem'
import { TestUsdt } from '../../../contracts/artifacts/TestUsdt.ts'
import type { Chain } from '../../platform/chain/chain.ts'
import { referenceHash } from '../../platform/chain/contract.ts'
import { enqueueTransaction } from '../../platform/chain/relayer/enqueue-transaction.ts'
import { enqueueUserOperation } from '../../platform/chain/smart-accounts/enqueue-user-operation.ts'
import type { Db } from '../../platform/db/database.ts'
import { commonErrors } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { getOwnerSigner } from '../wallet/public/owner-signer.ts'
import { listWalletAddresses } from '../wallet/public/wallet-addresses.ts'
import { CHAIN_KINDS, chainReference, type Order } from './public/order.ts'

export async function getWalletAddress(db: Db, userId: UserId): Promise<Address> {
  const address = (await listWalletAddresses(db, [userId])).get(userId)
  if (!address)
    throw commonErrors.provider_unavailable({
      message: 'Your wallet is being created.',
      retryAfterSeconds: 60,
    })
  return address
}

/** Reads the token balance of an account from the chain. */
export async function readTokenBalance(chain: Chain, address: Address): Promise<bigint> {
  return chain.read(TestUsdt, 'balanceOf', [address])
}

/** Enqueues a mint to the user: the tokens that were bought, or those of a failed pay-out. */
export async function enqueueTokenMint(
  tx: Tx,
  order: Order,
  step: 'deliver' | 'returnTokens',
): Promise<void> {
  const reference = chainReference(order.id, step)
  const address = await getWalletAddress(tx, order.userId)
  await enqueueTransaction(tx, {
    reference,
    kind: CHAIN_KINDS[step],
    contract: TestUsdt,
    functionName: 'mint',
    args: [referenceHash(reference), address, order.tokenAmount],
  })
}

/** Enqueues the transfer of the user's tokens to the treasury. The caller has checked the PIN. */
export async function enqueueTokenCollection(
  tx: Tx,
  chain: Chain,
  order: Order,
  { treasury, now }: { treasury: Address; now: Date },
): Promise<void> {
  const { signer, salt } = await getOwnerSigner(tx, order.userId)
  const { TestUsdt: token } = chain.contracts
  if (!token) throw commonErrors.provider_unavailable({ message: 'Tokens cannot be sold on this chain.' })
  await enqueueUserOperation(tx, chain, {
    reference: chainReference(order.id, 'collect'),
    kind: CHAIN_KINDS.collect,
    owner: signer.address,
    salt,
    calls: [
      {
        to: token,
        data: encodeFunctionData({
          abi: TestUsdt.abi,
          functionName: 'transfer',
          args: [treasury, order.tokenAmount],
        }),
      },
    ],
    sign: (hash) => signer.sign({ hash }),
    now,
  })
}
