import type { Request } from '../runner/request.ts'
import type { RunningProcess } from '../runner/start-process.ts'

/** The work that both servers do. */
export type Flow = 'board' | 'wallet' | 'match'

export const FLOWS: Record<Flow, string> = {
  board: 'leaderboard write and own rank',
  wallet: 'wallet update with a ledger line',
  match: '2,000 waiting players paired',
}

/** Requests of one burst, and how they are counted. */
export type FlowRequests = { requests: Request[]; expectedStatus: number; requestsPerOperation: number }

/** One of the two servers, filled and running. */
export type Side = {
  process: RunningProcess
  requests(flow: 'board' | 'wallet', seconds: number): Promise<FlowRequests>
  /** Tokens of players who are not in a battle. */
  playerTokens(count: number): Promise<string[]>
  /** Carries out one operation of each flow, and throws if the effect is not the promised one. */
  check(): Promise<void>
}
