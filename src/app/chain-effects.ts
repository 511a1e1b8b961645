import { badgeChainEffects } from '../modules/badges/minting/chain-effects.ts'
import { certificateChainEffects } from '../modules/certificates/chain-effects.ts'
import { orderChainEffects } from '../modules/payment-orders/chain-effects.ts'
import { settlementChainEffects } from '../modules/settlement/chain-effects.ts'
import type { ChainEffects } from '../platform/chain/relayer/chain-effects.ts'

/** What happens at the end of a chain transaction, by its kind: the complete table. */
export const CHAIN_EFFECTS: ChainEffects = {
  ...settlementChainEffects,
  ...certificateChainEffects,
  ...badgeChainEffects,
  ...orderChainEffects,
}
