import { searchReader } from '../list/list-search.ts'

export const readJobSearch = searchReader({ job: 'text', open: 'text' })
