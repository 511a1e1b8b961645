import { inStore } from './database.ts'

/** What Today looked like when it was last open, for the first moment of the next visit. */
export interface HomeView {
  build: string
  language: string
  direction: string
  theme: string | undefined
  html: string
  savedAt: number
}

/** In the store of the responses, so that it is deleted with them when the user signs out. */
const KEY = 'home-view'

export const readHomeView = () =>
  inStore('responses', 'readonly', (store) => store.get(KEY) as unknown as IDBRequest<HomeView | undefined>)

export const storeHomeView = (view: HomeView) =>
  inStore('responses', 'readwrite', (store) => store.put(view, KEY))
