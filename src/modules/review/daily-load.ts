/** The learner answers at most `dailyLimit` cards a day. The cards that are due for the longest time come first. */
export interface DailyLoad {
  dailyLimit: number
  answeredToday: number
}

export function remainingToday({ dailyLimit, answeredToday }: DailyLoad): number {
  return Math.max(0, dailyLimit - answeredToday)
}

/**
 * Returns the number of days, with today, after which every card that is due now was shown to a learner who answers the
 * queue of each day. Cards that become due later come after them, so they do not change it.
 */
export function daysToClear(due: number, load: DailyLoad): number {
  const left = due - remainingToday(load)
  if (due === 0) return 0
  return left <= 0 ? 1 : 1 + Math.ceil(left / load.dailyLimit)
}

/** Spreads the cards that become due on each day, from today on, over the days by the daily limit. */
export function spreadLoad(dueByDay: readonly number[], load: DailyLoad): number[] {
  let waiting = 0
  return dueByDay.map((due, index) => {
    waiting += due
    const planned = Math.min(waiting, index === 0 ? remainingToday(load) : load.dailyLimit)
    waiting -= planned
    return planned
  })
}
