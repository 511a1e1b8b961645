import type { Answer } from '../../../packages/client/src/lyceum.ts'

/** The page of a user in one response. */
export type Overview = Answer<'GET /admin/users/{id}/overview'>['data']
export type LedgerEntry = Overview['ledger']['entries'][number]
