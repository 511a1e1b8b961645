import type { ChainEffects } from '../../../platform/chain/relayer/chain-effects.ts'
import { assert } from '../../../platform/errors.ts'
import { scheduleMintRetry, updateMinted, updateMintFailed } from '../queries.ts'
import { BADGE_MINT_KIND, parseMintReference } from './badge-token.ts'

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
}
