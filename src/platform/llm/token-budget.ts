import { DAY_MS } from '../clock.ts'
import type { AutocommitDb } from '../db/database.ts'

/** The token budget of a day (UTC), shared by all processes. */
export interface TokenBudget {
  /** Reserves tokens before a call; returns false if the day has too few left. */
  reserve(tokens: number, now: Date): Promise<boolean>
  /** Corrects the reservation when the usage is known. A call without a response stays counted. */
  correct(byTokens: number, now: Date): Promise<void>
  /** The start of the next budget. */
  renewsAt(now: Date): Date
}

export function createTokenBudget(autocommitDb: AutocommitDb, tokensPerDay: number): TokenBudget {
  return {
    reserve: async (tokens, now) => {
      if (tokens > tokensPerDay) return false
      const rows = await autocommitDb`
        insert into llm_usage as used (day, tokens) values (${dayOf(now)}::date, ${tokens})
        on conflict (day) do update set tokens = used.tokens + excluded.tokens
        where used.tokens + excluded.tokens <= ${tokensPerDay}
        returning day`
      return rows.length > 0
    },
    correct: async (byTokens, now) => {
      if (byTokens === 0) return
      await autocommitDb`
        update llm_usage set tokens = greatest(0, tokens + ${byTokens}::bigint) where day = ${dayOf(now)}::date`
    },
    renewsAt: (now) => new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS),
  }
}

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10)
}
