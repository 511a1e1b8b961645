import { chainErrors } from '../../platform/chain/errors.ts'
import { commonErrors } from '../../platform/errors.ts'
import type { Caller, CheckStaff } from '../../platform/http/caller.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { IdParam } from '../../platform/http/schemas.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { AddressOutputSchema } from './address.ts'
import { listWalletAddresses } from './public/wallet-addresses.ts'
import { readBalance } from './read-balance.ts'

const TAG = 'Wallet'

const ConfigSchema = z
  .object({
    chainId: z.number().int(),
    network: z.string(),
    rpcUrl: z
      .string()
      .nullable()
      .openapi({ description: 'JSON-RPC of the chain for clients; null if the operator names none.' }),
    explorerUrl: z.string().nullable(),
    contracts: z.record(z.string(), AddressOutputSchema),
  })
  .openapi('ChainConfig')

const TokenAmount = z.string().openapi({ example: '2.5', description: 'Whole tokens, in decimal' })

const BalanceSchema = z
  .object({
    userId: z.string(),
    walletAddress: AddressOutputSchema,
    network: z.string(),
    chainId: z.number().int(),
    xpTokenBalance: TokenAmount,
    gemTokenBalance: TokenAmount,
    usdtBalance: TokenAmount.openapi({
      description: 'Whole tokens, in decimal: USDT that were bought and can be sold.',
    }),
    nativeEthBalance: TokenAmount,
    nftBadgesCount: z.number().int(),
  })
  .openapi('ChainBalance')

const EXAMPLE_ADDRESS = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'

/**
 * Users read only their own balance, administrators any, by the rules of staff. The error does not reveal whether another id
 * exists.
 */
async function ownerOf(caller: Caller, requestedId: string, checkStaff: CheckStaff): Promise<UserId> {
  const userId = (requestedId === 'me' ? caller.userId : requestedId) as UserId
  if (userId === caller.userId) return userId
  if (caller.role !== 'ADMIN')
    throw commonErrors.forbidden({ message: 'You may read only your own balance.' })
  await checkStaff(caller)
  return userId
}

export function chainRoutes(platform: Platform, checkStaff: CheckStaff): Endpoint[] {
  const chainInfo = () => ({ network: platform.chain.network, chainId: platform.chain.chainId })
  return [
    endpoint({
      method: 'get',
      path: '/blockchain/config',
      tag: TAG,
      summary: 'Get the chain and the contract addresses',
      access: 'user',
      response: {
        data: ConfigSchema,
        example: {
          chainId: 31_337,
          network: 'lyceum-dev',
          rpcUrl: 'http://127.0.0.1:8545',
          explorerUrl: null,
          contracts: { XpToken: EXAMPLE_ADDRESS },
        },
      },
      handle: () => {
        const { explorerUrl = null, contracts } = platform.chain
        const rpcUrl = platform.chain.publicRpcUrl() ?? null
        return { ...chainInfo(), rpcUrl, explorerUrl, contracts: { ...contracts } }
      },
    }),

    endpoint({
      method: 'get',
      path: '/blockchain/user/:userId/balance',
      tag: TAG,
      summary: 'Get the balances of a wallet on the chain',
      description:
        'Your own wallet (`me` or your id); an administrator may read any. Always read from the chain; refused while the chain is unavailable.',
      access: 'user',
      params: z.object({
        userId: z
          .union([z.literal('me'), IdParam])
          .openapi({ type: 'string', description: 'Your id, or `me`.', example: 'me' }),
      }),
      response: {
        data: BalanceSchema,
        example: {
          userId: '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d',
          walletAddress: EXAMPLE_ADDRESS,
          network: 'lyceum-dev',
          chainId: 31_337,
          xpTokenBalance: '1250',
          gemTokenBalance: '340',
          usdtBalance: '9.142945',
          nativeEthBalance: '0',
          nftBadgesCount: 2,
        },
      },
      refusals: [
        commonErrors.forbidden,
        commonErrors.two_factor_setup_required,
        chainErrors.provider_unavailable,
      ],
      handle: async ({ caller, params }) => {
        const userId = await ownerOf(caller, params.userId, checkStaff)
        const walletAddress = (await listWalletAddresses(platform.pipelinedDb, [userId])).get(userId)
        // A job creates the wallet of a user who has none; an unknown id never gets one.
        if (!walletAddress) throw commonErrors.not_found()
        const balance = await readBalance(platform.chain, walletAddress)
        return { userId, walletAddress, ...chainInfo(), ...balance }
      },
    }),
  ]
}
