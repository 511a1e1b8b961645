export const PERIODS = ['week', 'month', 'all-time'] as const
export type Period = (typeof PERIODS)[number]

/** The period in the URL; the week is the default. */
export interface LeaderboardSearch {
  period?: Exclude<Period, 'week'>
}

export function readLeaderboardSearch({ period }: Record<string, unknown>): LeaderboardSearch {
  return period === 'month' || period === 'all-time' ? { period } : {}
}

export const BOARDS = {
  week: 'GET /leaderboard/weekly',
  month: 'GET /leaderboard/monthly',
  'all-time': 'GET /leaderboard/all-time',
} as const satisfies Record<Period, string>
