import { searchReader } from '../list/list-search.ts'

export const CERTIFICATE_STATUSES = ['MINTING', 'MINTED', 'FAILED', 'REVOKED'] as const

export const readCertificateSearch = searchReader({
  number: 'text',
  status: CERTIFICATE_STATUSES,
  from: 'text',
  to: 'text',
  open: 'text',
})
