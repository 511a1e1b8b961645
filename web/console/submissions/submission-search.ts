import { searchReader } from '../list/list-search.ts'

export const readSubmissionSearch = searchReader({ open: 'text' })
