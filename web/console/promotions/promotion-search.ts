import { searchReader } from '../list/list-search.ts'

export const PROMOTION_KINDS = ['BANNER', 'POPUP'] as const
export const PROMOTION_STATES = ['shown', 'archived'] as const

export const readPromotionSearch = searchReader({ kind: PROMOTION_KINDS, state: PROMOTION_STATES })
