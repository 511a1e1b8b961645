import { searchReader } from '../list/list-search.ts'

export const readContestSearch = searchReader({ q: 'text', open: 'text' })
