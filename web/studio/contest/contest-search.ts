export const CONTEST_STATES = [
  'DRAFT',
  'RUNNING',
  'UPCOMING',
  'LIVE',
  'ENDED',
  'SETTLED',
  'CANCELLED',
] as const
export type ContestState = (typeof CONTEST_STATES)[number]

/** The filters of the contests in the URL. `DRAFT` and `RUNNING` are plans, the others contests. */
export interface ContestSearch {
  state?: ContestState
  page?: number
}

export function readContestSearch({ state, page }: Record<string, unknown>): ContestSearch {
  return {
    ...(CONTEST_STATES.includes(state as ContestState) ? { state: state as ContestState } : {}),
    ...(Number.isInteger(page) && (page as number) > 1 ? { page: page as number } : {}),
  }
}
