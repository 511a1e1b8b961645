import { DAY_MS } from '../clock.ts'
import type { Db } from '../db/database.ts'

/** Tokens that may be used in a day (UTC) by all processes together. */
export interface TokenBudget {
  /** Takes tokens before a call; false when the day has too few left. */
  reserve(tokens: number, now: Date): Promise<boolean>
  /** Puts right what was reserved, when more is known. A call that never came back stays paid. */
  correct(byTokens: number, now: Date): Promise<void>
  /** When there are tokens again. */
  renewsAt(now: Date): Date
}

export function createTokenBudget(db: Db, tokensPerDay: number): TokenBudget {
  return {
    reserve: async (tokens, now) => {
      if (tokens > tokensPerDay) return false
      const rows = await db`
        insert into llm_usage as used (day, tokens) values (${dayOf(now)}::date, ${tokens})
        on conflict (day) do update set tokens = used.tokens + excluded.tokens
        where used.tokens + excluded.tokens <= ${tokensPerDay}
        returning day`
      return rows.length > 0
    },
    correct: async (byTokens, now) => {
      if (byTokens === 0) return
      await db`
        update llm_usage set tokens = greatest(0, tokens + ${byTokens}::bigint) where day = ${dayOf(now)}::date`
    },
    renewsAt: (now) => new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS),
  }
}

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10)
}
