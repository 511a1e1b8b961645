const keyOf = (contestId: string) => `lyceum.contest.${contestId}.late`

/** The answers of this tab came after others, which count. The tab remembers it for the page of the contest. */
export function recordLateChange(contestId: string): void {
  sessionStorage.setItem(keyOf(contestId), '1')
}

export function hasLateChange(contestId: string): boolean {
  return sessionStorage.getItem(keyOf(contestId)) !== null
}
