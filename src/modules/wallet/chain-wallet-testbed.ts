import { type Address, type Hex, keccak256, stringToHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { AccountFactory } from '../../../contracts/artifacts/AccountFactory.ts'
import type { TestUser } from '../../../test/harness/api-client.ts'
import type { TestService } from '../../../test/harness/service.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { accountAddress } from '../../platform/chain/account-address.ts'
import { enqueueTransaction } from '../../platform/chain/relayer/enqueue-transaction.ts'
import {
  beforeDeployment,
  signAsAccount,
} from '../../platform/chain/smart-accounts/account-message-testbed.ts'
import { newId } from '../../platform/ids.ts'
import { reactionTable } from '../../platform/transaction/reactions.ts'
import { createWrite } from '../../platform/transaction/write.ts'

/** An external wallet of a test user. */
export interface TestWallet {
  address: Address
  signMessage(message: string): Promise<Hex>
}

/** An externally owned account. */
export function createKeyWallet(): TestWallet {
  const account = privateKeyToAccount(generatePrivateKey())
  return { address: account.address, signMessage: (message) => account.signMessage({ message }) }
}

/** A smart account. Before the deployment its signature contains the deployment (ERC-6492). */
export async function createSmartWallet(
  service: TestService,
  user: TestUser,
  { isDeployed }: { isDeployed: boolean },
): Promise<TestWallet> {
  const config = await service.call('GET /blockchain/config', { token: user.accessToken })
  const { chainId, contracts } = config.body.data
  const owner = privateKeyToAccount(generatePrivateKey())
  const salt = keccak256(stringToHex(newId()))
  const origin = { factory: contracts.AccountFactory, implementation: contracts.SmartAccount }
  const address = accountAddress(origin, owner.address, salt)
  if (isDeployed) await deploy(service, owner.address, salt, address)
  return {
    address,
    signMessage: async (message) => {
      const sign = (hash: Hex) => owner.sign({ hash })
      const signature = await signAsAccount({ account: address, chainId, message, sign })
      return isDeployed ? signature : beforeDeployment(signature, { ...origin, owner: owner.address, salt })
    },
  }
}

/** Deploys the account with the service's relayer. */
async function deploy(service: TestService, owner: Address, salt: Hex, account: Address): Promise<void> {
  const { database } = service.test
  const reference = `account:${account.toLowerCase()}`
  await createWrite(database, reactionTable([]), () => {})((tx) =>
    enqueueTransaction(tx, {
      reference,
      kind: 'test.account',
      contract: AccountFactory,
      functionName: 'createAccount',
      args: [owner, salt],
      proofTopic: `0x${account.slice(2).toLowerCase().padStart(64, '0')}`,
    }),
  )
  await waitUntil(async () => {
    const [row] = await database.query<{ status: string }>`
      select status from chain_transaction where reference = ${reference}`
    return row?.status === 'confirmed'
  })
}
