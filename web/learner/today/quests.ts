/** Something to reach today. */
export interface Quest {
  kind: 'learn' | 'target' | 'review'
  done: number
  total: number
}

interface Day {
  isStreakDone: boolean
  earnedXP: number
  targetXP: number
  /** Undefined if they could not be read. */
  reviews: { answeredToday: number; availableToday: number } | undefined
}

/** The quests of today: learn something, reach the daily target, answer the reviews if there are any. */
export function questsOf({ isStreakDone, earnedXP, targetXP, reviews }: Day): Quest[] {
  const cards = reviews ? reviews.answeredToday + reviews.availableToday : 0
  return [
    { kind: 'learn', done: isStreakDone ? 1 : 0, total: 1 },
    { kind: 'target', done: Math.min(earnedXP, targetXP), total: targetXP },
    ...(cards > 0 ? [{ kind: 'review' as const, done: reviews!.answeredToday, total: cards }] : []),
  ]
}

export const isDone = ({ done, total }: Quest): boolean => done >= total
