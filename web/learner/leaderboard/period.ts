export const PERIODS = ['week', 'month', 'all-time'] as const
export type Period = (typeof PERIODS)[number]

export const VIEWS = ['league', ...PERIODS] as const
export type View = (typeof VIEWS)[number]

/** The view in the URL; the league is the default. */
export interface LeaderboardSearch {
  period?: Period
}

export function readLeaderboardSearch({ period }: Record<string, unknown>): LeaderboardSearch {
  return PERIODS.includes(period as Period) ? { period: period as Period } : {}
}

export const BOARDS = {
  week: 'GET /leaderboard/weekly',
  month: 'GET /leaderboard/monthly',
  'all-time': 'GET /leaderboard/all-time',
} as const satisfies Record<Period, string>
