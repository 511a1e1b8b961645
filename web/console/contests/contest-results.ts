import type { Answer } from '../../../packages/client/src/lyceum.ts'

/** A contest with what became of it. */
export type ContestResults = Answer<'GET /admin/contests/{id}/results'>['data']
