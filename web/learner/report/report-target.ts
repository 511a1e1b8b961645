/** What a learner reports. */
export interface ReportTarget {
  kind: 'COURSE' | 'QUESTION' | 'USER'
  targetId: string
}
