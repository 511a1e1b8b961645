const KNOWN = [
  'CONTEST_PLAN_INCOMPLETE',
  'DAILY_REWARD_BUDGET_SPENT',
  'HOUSE_PRIZE_TOO_SHORT',
  'NO_SUCH_AUTHOR',
  'REWARD_NEEDS_ADMIN',
  'RUN_MISSED',
] as const

/** The sentence that says why the last contest of a series was not created. The service may add codes. */
export function runProblemKey(problem: string): `runProblem.${(typeof KNOWN)[number] | 'other'}` {
  return `runProblem.${KNOWN.find((code) => code === problem) ?? 'other'}`
}
