/** A rating as in Glickman, "Example of the Glicko-2 system" (2013). */
export interface Rating {
  rating: number
  /** The true strength is within two deviations of the rating with 95 % probability. */
  deviation: number
  volatility: number
}

export interface RatedGame {
  opponent: Pick<Rating, 'rating' | 'deviation'>
  /** 1 is a win, 0 a loss, 0.5 a draw. */
  score: number
}

export const NEW_RATING: Rating = { rating: 1500, deviation: 350, volatility: 0.06 }

const SCALE = 173.7178
const TAU = 0.5
const TOLERANCE = 1e-6
const MAX_DEVIATION = 350
/** A lower bound, so that a single game still changes the rating of a frequent player. */
const MIN_DEVIATION = 45

/** Increases the deviation for days without a game. */
export function withInactivity({ rating, deviation, volatility }: Rating, days: number): Rating {
  const grown = Math.hypot(deviation / SCALE, volatility * Math.sqrt(Math.max(0, days)))
  return { rating, volatility, deviation: Math.min(MAX_DEVIATION, grown * SCALE) }
}

/** The rating after the games of one period. */
export function updateRating(before: Rating, games: readonly RatedGame[]): Rating {
  const mu = (before.rating - 1500) / SCALE
  const phi = before.deviation / SCALE
  if (games.length === 0) return withInactivity(before, 1)

  let information = 0
  let surprise = 0
  for (const { opponent, score } of games) {
    const g = opponentWeight(opponent.deviation / SCALE)
    const expected = 1 / (1 + Math.exp(-g * (mu - (opponent.rating - 1500) / SCALE)))
    information += g * g * expected * (1 - expected)
    surprise += g * (score - expected)
  }
  const variance = 1 / information
  const volatility = newVolatility(before.volatility, phi, variance, variance * surprise)
  const unsure = Math.hypot(phi, volatility)
  const newPhi = 1 / Math.sqrt(1 / unsure ** 2 + 1 / variance)
  return {
    rating: 1500 + SCALE * (mu + newPhi ** 2 * surprise),
    deviation: Math.min(MAX_DEVIATION, Math.max(MIN_DEVIATION, newPhi * SCALE)),
    volatility,
  }
}

function opponentWeight(phi: number): number {
  return 1 / Math.sqrt(1 + (3 * phi * phi) / Math.PI ** 2)
}

/** Step 5 of the paper: the root of f by the Illinois algorithm. */
function newVolatility(sigma: number, phi: number, variance: number, improvement: number): number {
  const a = Math.log(sigma * sigma)
  const f = (x: number) => {
    const e = Math.exp(x)
    const d = phi * phi + variance + e
    return (e * (improvement ** 2 - d)) / (2 * d * d) - (x - a) / TAU ** 2
  }
  let low = a
  let high: number
  if (improvement ** 2 > phi * phi + variance) high = Math.log(improvement ** 2 - phi * phi - variance)
  else {
    let step = 1
    while (f(a - step * TAU) < 0) step++
    high = a - step * TAU
  }
  let [atLow, atHigh] = [f(low), f(high)]
  while (Math.abs(high - low) > TOLERANCE) {
    const middle = low + ((low - high) * atLow) / (atHigh - atLow)
    const atMiddle = f(middle)
    if (atMiddle * atHigh <= 0) [low, atLow] = [high, atHigh]
    else atLow /= 2
    ;[high, atHigh] = [middle, atMiddle]
  }
  return Math.exp(low / 2)
}
