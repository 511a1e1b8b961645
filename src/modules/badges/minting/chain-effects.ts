import { type ChainLog, referenceHash } from '../../../platform/chain/contract.ts'
import type { ChainEffects } from '../../../platform/chain/relayer/chain-effects.ts'
import { assert } from '../../../platform/errors.ts'
import {
  listMintBatch,
  scheduleMintRetry,
  splitMintBatch,
  updateMinted,
  updateMintFailed,
} from '../queries.ts'
import { BADGE_BATCH_KIND, BADGE_MINT_KIND, mintReference, parseMintReference } from './badge-token.ts'

export const badgeChainEffects: ChainEffects = {
  [BADGE_MINT_KIND]: {
    confirmed: async (tx, { reference, logs }, now) => {
      const minted = logs.find(
        ({ contract, eventName }) => contract === 'AchievementBadge' && eventName === 'Transfer',
      )
      assert(minted, 'the logs of a mint contain a Transfer')
      const token = { tokenId: String(minted.args.tokenId), contractAddress: minted.address }
      await updateMinted(tx, { ...parseMintReference(reference), ...token, now })
    },
    failed: (tx, { reference }) => updateMintFailed(tx, parseMintReference(reference)),
    retry: (tx, { reference }, retryAt) =>
      scheduleMintRetry(tx, { ...parseMintReference(reference), retryAt }),
  },
  [BADGE_BATCH_KIND]: {
    confirmed: async (tx, { reference: batch, logs }, now) => {
      const tokens = tokensByReference(logs)
      for (const badge of await listMintBatch(tx, batch)) {
        const token = tokens.get(referenceHash(mintReference(badge.userId, badge.badgeType)))
        if (token) await updateMinted(tx, { ...badge, ...token, now })
      }
      // The first badge of the batch was minted by another transaction, which is the one that was found.
      await splitMintBatch(tx, batch, now)
    },
    // A badge that the contract rejects must not stop the others.
    failed: async (tx, { reference: batch }, now) => {
      await splitMintBatch(tx, batch, now)
      return undefined
    },
  },
}

/** The tokens of a transaction: the contract uses a reference and then mints its token. */
function tokensByReference(logs: ChainLog[]): Map<unknown, { tokenId: string; contractAddress: string }> {
  const tokens = new Map<unknown, { tokenId: string; contractAddress: string }>()
  let reference: unknown
  for (const { contract, eventName, args, address } of logs) {
    if (contract !== 'AchievementBadge') continue
    if (eventName === 'ReferenceUsed') reference = args.ref
    else if (eventName === 'Transfer' && reference !== undefined)
      tokens.set(reference, { tokenId: String(args.tokenId), contractAddress: address })
  }
  return tokens
}
