import type { Hex } from 'viem'
import { chainErrors } from '../../platform/chain/errors.ts'
import { commonErrors } from '../../platform/errors.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { TimestampSchema } from '../../platform/http/schemas.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { AddressOutputSchema, AddressSchema, OwnableAddressSchema } from './address.ts'
import { errors } from './errors.ts'
import { issueChallenge } from './links/issue-challenge.ts'
import { checkSignedChallenge, linkWallet } from './links/link-wallet.ts'
import { deleteLinked, listLinked } from './links/queries.ts'

const TAG = 'Wallet'
const EXAMPLE_ADDRESS = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const EXAMPLE_MESSAGE = `localhost:3000 wants you to sign in with your Ethereum account:\n${EXAMPLE_ADDRESS}\n\n…`

/** A signature of an undeployed account contains its deployment (ERC-6492) and may be long. */
const SignatureSchema = z
  .string()
  .max(20_000)
  .regex(/^0x(?:[0-9a-fA-F]{2})+$/, 'must be 0x and hexadecimal digits')
  .openapi({ example: `0x${'5c'.repeat(64)}1b` })

export function linkRoutes(platform: Platform): Endpoint[] {
  const { chain, config, rateLimits } = platform
  /** A node executes code of any author for a signature of a contract, so a user has few attempts. */
  const limitChainCalls = (userId: UserId) =>
    rateLimits.takeStrict(config.limits.credentialsPerAccount, `wallet-signature:${userId}`)
  return [
    endpoint({
      method: 'get',
      path: '/blockchain/link-wallet/nonce',
      isHiddenFromViews: true,
      tag: TAG,
      summary: 'Get a message to sign with your own wallet',
      description:
        'The EIP-4361 message for this address. It is valid for ten minutes, once, for the caller.',
      access: 'user',
      query: z.object({ address: OwnableAddressSchema }),
      response: {
        data: z.object({ nonce: z.string(), message: z.string(), expiresAt: TimestampSchema }),
        example: {
          nonce: '7KQ2MPX4WNRT83VHG5YBJZ6DCFA9SEUL',
          message: EXAMPLE_MESSAGE,
          expiresAt: '2026-11-02T08:10:00.000Z',
        },
      },
      handle: async ({ caller, query, now }) => {
        const { nonce, message, expiresAt } = await issueChallenge(platform, {
          userId: caller.userId,
          address: query.address,
          publicUrl: config.publicUrl,
          chainId: chain.chainId,
          now,
        })
        return { nonce, message, expiresAt: expiresAt.toISOString() }
      },
    }),

    endpoint({
      method: 'post',
      path: '/blockchain/link-wallet',
      tag: TAG,
      summary: 'Link a wallet with a signature',
      description:
        'Send the unchanged message from /blockchain/link-wallet/nonce, signed by a key, by a contract (ERC-1271), or by a contract that is not deployed yet (ERC-6492).',
      access: 'user',
      body: z.object({
        walletAddress: OwnableAddressSchema,
        signature: SignatureSchema,
        message: z.string().min(1).max(4_000).openapi({ example: EXAMPLE_MESSAGE }),
      }),
      bodyExample: {
        walletAddress: EXAMPLE_ADDRESS,
        signature: `0x${'5c'.repeat(64)}1b`,
        message: EXAMPLE_MESSAGE,
      },
      response: {
        data: z.object({ linkedAddress: AddressOutputSchema }),
        example: { linkedAddress: EXAMPLE_ADDRESS },
        message: 'The wallet is linked',
      },
      refusals: [
        errors.signature_invalid,
        errors.challenge_expired,
        errors.wallet_already_linked,
        errors.too_many_wallets,
        chainErrors.provider_unavailable,
      ],
      handle: async ({ caller, body, write, now }) => {
        const { userId } = caller
        const { walletAddress: address, message } = body
        const signed = { userId, address, message, signature: body.signature as Hex, now }
        const { nonce } = await checkSignedChallenge(
          platform.db,
          (signedMessage) => chain.verifyMessage(signedMessage, () => limitChainCalls(userId)),
          signed,
        )
        return write(async (tx) => {
          await linkWallet(tx, { userId, address, nonce, now })
          return { linkedAddress: address }
        })
      },
    }),

    endpoint({
      method: 'get',
      path: '/blockchain/link-wallet',
      tag: TAG,
      summary: 'List your linked wallets',
      access: 'user',
      response: {
        data: z.array(z.object({ address: AddressOutputSchema, linkedAt: TimestampSchema })),
        example: [{ address: EXAMPLE_ADDRESS, linkedAt: '2026-11-02T08:00:00.000Z' }],
      },
      handle: async ({ caller }) => {
        const linked = await listLinked(platform.pipelinedDb, caller.userId)
        return linked.map(({ address, linkedAt }) => ({ address, linkedAt: linkedAt.toISOString() }))
      },
    }),

    endpoint({
      method: 'delete',
      path: '/blockchain/link-wallet/:address',
      tag: TAG,
      summary: 'Unlink a wallet',
      access: 'user',
      params: z.object({ address: AddressSchema }),
      response: { message: 'The wallet is unlinked' },
      handle: ({ caller, params, write }) =>
        write(async (tx) => {
          // An address of another user is not found.
          if (!(await deleteLinked(tx, caller.userId, params.address))) throw commonErrors.not_found()
        }),
    }),
  ]
}
