import type { QueryKey } from '@tanstack/react-query'
import { queryClient } from '../../ui/api/query-client.ts'
import { apiKey } from '../../ui/api/use-api.ts'
import { sessionStore } from '../../ui/session/session-store.ts'
import { onLeave } from './on-leave.ts'
import { LESSON, REVIEWS, type StoredResponse, saveResponses } from './response-store.ts'

/** What a learner needs without a connection: Today, the courses and their lessons, the reviews that are due. */
const SAVED = new Set([
  'GET /user-courses',
  'GET /user/streak',
  'GET /user/profile',
  'GET /course',
  'GET /course/{id}',
  'GET /leaderboard/my-position',
  'GET /leagues/me/position',
  'GET /badges/progress/{userId}',
  'GET /user/daily-target',
  'GET /review/due',
  'GET /review/forecast',
  LESSON,
  REVIEWS,
])
const SAVE_AFTER_MS = 500

/** Saves the responses that the screens read, until the user signs out. */
export function startSaving(userId: string): () => void {
  const unsaved = new Map<string, StoredResponse>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const save = () => {
    clearTimeout(timer)
    timer = undefined
    const batch = [...unsaved.values()]
    unsaved.clear()
    // Without space the app works as before, online.
    if (batch.length > 0) void saveResponses(userId, batch).catch(() => undefined)
  }
  const add = (key: QueryKey, response: unknown) => {
    unsaved.set(JSON.stringify(key), { key, response })
    timer ??= setTimeout(save, SAVE_AFTER_MS)
  }
  const addProfile = () => {
    const session = sessionStore.get()
    if (session.status === 'in' && session.user.id === userId)
      add(apiKey('GET /user/profile'), { success: true, data: session.user })
  }
  const cache = queryClient.getQueryCache()
  for (const { queryKey, state } of cache.getAll())
    if (SAVED.has(queryKey[0] as string) && state.status === 'success') add(queryKey, state.data)
  addProfile()
  const stopCache = cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const { queryKey, state } = event.query
    if (SAVED.has(queryKey[0] as string)) add(queryKey, state.data)
  })
  const stopSession = sessionStore.subscribe(addProfile)
  const stopLeave = onLeave(save)
  return () => {
    clearTimeout(timer)
    stopCache()
    stopSession()
    stopLeave()
  }
}
