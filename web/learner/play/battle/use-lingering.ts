import { useEffect, useState } from 'react'
import type { BattleState } from './battle-state.ts'

/** As long as the server shows the result of the rounds before. */
const REVEAL_MS = 2_500

/** Shows the result of the last round for a moment before the result of the battle. */
export function useLingering({ end, isLastRoundWatched }: BattleState): {
  isLingering: boolean
  skip: () => void
} {
  const [isPast, setPast] = useState(false)
  const lingers = end?.reason === 'COMPLETED' && isLastRoundWatched
  useEffect(() => {
    if (!lingers) return
    const timer = setTimeout(() => setPast(true), REVEAL_MS)
    return () => clearTimeout(timer)
  }, [lingers])
  return { isLingering: lingers && !isPast, skip: () => setPast(true) }
}
