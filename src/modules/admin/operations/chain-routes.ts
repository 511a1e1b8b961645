import {
  findRelayer,
  getQueueState,
  readEtherBalance,
} from '../../../platform/chain/relayer/get-relayer-state.ts'
import {
  countTransactions,
  type ListedTransaction,
  listTransactions,
  TRANSACTION_STATUSES,
} from '../../../platform/chain/relayer/list-transactions.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { isoDates } from '../../../platform/http/iso-dates.ts'
import { TimestampSchema } from '../../../platform/http/schemas.ts'
import type { Platform } from '../../../platform/platform.ts'
import { z } from '../../../platform/zod.ts'
import { adminList, adminRead } from '../../staff-access/public/admin-endpoint.ts'

const TransactionSchema = z
  .object({
    id: z.string(),
    reference: z.string().openapi({ description: 'Names what the transaction is for, such as an order' }),
    kind: z.string(),
    contract: z.string(),
    functionName: z.string(),
    status: z.enum(TRANSACTION_STATUSES),
    sender: z.string().nullable(),
    nonce: z.int().nullable(),
    gasLimit: z.int().nullable(),
    gasUsed: z.int().nullable(),
    maxFeeGwei: z
      .number()
      .nullable()
      .openapi({ description: 'The highest fee per gas of the stored attempts' }),
    transactionHash: z.string().nullable(),
    blockNumber: z.int().nullable(),
    attempts: z.int().openapi({ description: 'Signed versions; they are deleted 30 days after the outcome' }),
    simulationAttempts: z.int().openapi({ description: 'Simulations that failed before it was sent' }),
    lastError: z.string().nullable(),
    createdAt: TimestampSchema,
    settledAt: TimestampSchema.nullable(),
  })
  .openapi('AdminChainTransaction')

const ChainStateSchema = z
  .object({
    isEnabled: z.boolean(),
    chainId: z.int(),
    network: z.string(),
    relayer: z
      .object({
        address: z.string(),
        balanceEther: z.number().nullable().openapi({ description: 'Null while the node does not respond' }),
        nextNonce: z.int(),
        gasUsedToday: z.int(),
        dailyGasLimit: z.int(),
      })
      .nullable()
      .openapi({ description: 'Null until a transaction was sent' }),
    queue: z
      .object({ queued: z.int(), sent: z.int(), oldestQueuedAt: TimestampSchema.nullable() })
      .openapi({ description: 'Transactions without an outcome, counted up to 10,000' }),
  })
  .openapi('AdminChainState')

export function chainRoutes({ db, chain, config }: Pick<Platform, 'db' | 'chain' | 'config'>): Endpoint[] {
  return [
    adminRead('GET /admin/chain', {
      summary: 'Read the state of the relayer',
      response: {
        data: ChainStateSchema,
        example: {
          isEnabled: true,
          chainId: 31_337,
          network: 'embedded',
          relayer: {
            address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
            balanceEther: 9.8,
            nextNonce: 42,
            gasUsedToday: 1_200_000,
            dailyGasLimit: 100_000_000,
          },
          queue: { queued: 3, sent: 1, oldestQueuedAt: '2026-11-02T08:00:00.000Z' },
        },
      },
      handle: async ({ now }) => {
        const [relayer, queue] = await Promise.all([findRelayer(db, now), getQueueState(db)])
        return {
          isEnabled: chain.isEnabled,
          chainId: chain.chainId,
          network: chain.network,
          relayer: relayer
            ? {
                address: relayer.address,
                balanceEther: await readEtherBalance(chain, relayer.address),
                nextNonce: Number(relayer.nextNonce),
                gasUsedToday: Number(relayer.gasUsedToday),
                dailyGasLimit: Number(config.chain.dailyGasLimit),
              }
            : null,
          queue: isoDates(queue),
        }
      },
    }),

    adminList('GET /admin/chain-transactions', {
      summary: 'List chain transactions',
      description: 'Newest first. `hash` also finds an attempt that was replaced. `total` is at most 10,000.',
      filters: {
        status: z.enum(TRANSACTION_STATUSES).optional(),
        kind: z.string().min(1).max(80).optional().openapi({ example: 'certificates.mint' }),
        hash: z
          .string()
          .regex(/^0x[0-9a-fA-F]{64}$/, 'must be a transaction hash')
          .transform((hash) => hash.toLowerCase())
          .optional()
          .openapi({ type: 'string', example: `0x${'a1'.repeat(32)}` }),
      },
      item: TransactionSchema,
      example: {
        id: '019a8b5e-7c1d-7000-8000-0000000000f7',
        reference: 'certificate:019a8b5e-7c1d-7000-8000-0000000000ce',
        kind: 'certificates.mint',
        contract: 'Certificates',
        functionName: 'mint',
        status: 'confirmed' as const,
        sender: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
        nonce: 41,
        gasLimit: 210_000,
        gasUsed: 160_000,
        maxFeeGwei: 1.5,
        transactionHash: `0x${'a1'.repeat(32)}`,
        blockNumber: 77,
        attempts: 1,
        simulationAttempts: 0,
        lastError: null,
        createdAt: '2026-11-02T08:00:00.000Z',
        settledAt: '2026-11-02T08:00:05.000Z',
      },
      list: async ({ query: filter }, page) => {
        const [transactions, total] = await Promise.all([
          listTransactions(db, filter, page),
          countTransactions(db, filter),
        ])
        return { items: transactions.map(presentTransaction), total }
      },
    }),
  ]
}

const GWEI = 1e9

function presentTransaction({
  maxFeeWei,
  ...transaction
}: ListedTransaction): z.output<typeof TransactionSchema> {
  const toNumber = (amount: bigint | null) => (amount === null ? null : Number(amount))
  return {
    ...isoDates(transaction),
    nonce: toNumber(transaction.nonce),
    gasLimit: toNumber(transaction.gasLimit),
    gasUsed: toNumber(transaction.gasUsed),
    blockNumber: toNumber(transaction.blockNumber),
    maxFeeGwei: maxFeeWei === null ? null : Number(maxFeeWei) / GWEI,
  }
}
