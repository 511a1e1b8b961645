import { searchReader } from '../list/list-search.ts'

export const readEventSearch = searchReader({ open: 'text' })
