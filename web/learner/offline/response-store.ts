import type { QueryKey } from '@tanstack/react-query'
import { inStore } from './database.ts'
import { OFFLINE_USER } from './offline-user.ts'

export interface StoredResponse {
  key: QueryKey
  response: unknown
}

/** Lessons are many and long: they are read one by one. */
export const LESSON = 'GET /lesson/{id}'

/** So are the cards of the reviews. */
export const REVIEWS = 'GET /review/session'

/** Lessons and cards sort behind the rest, so that one range contains everything else. */
function keyOf(userId: string, key: QueryKey): [string, number, string] {
  return [userId, key[0] === LESSON ? 1 : key[0] === REVIEWS ? 2 : 0, JSON.stringify(key)]
}

const rangeOf = (userId: string, groups: number) => IDBKeyRange.bound([userId, 0], [userId, groups])

export async function readResponse(userId: string, key: QueryKey): Promise<unknown> {
  const found = await inStore(
    'responses',
    'readonly',
    (store) => store.get(keyOf(userId, key)) as IDBRequest<StoredResponse | undefined>,
  )
  return found?.response
}

/** Everything but lessons and cards. */
export const listResponses = (userId: string) =>
  inStore(
    'responses',
    'readonly',
    (store) => store.getAll(rangeOf(userId, 1)) as IDBRequest<StoredResponse[]>,
  )

/** Saves nothing after the user has signed out. */
export async function saveResponses(userId: string, responses: StoredResponse[]): Promise<void> {
  if (localStorage.getItem(OFFLINE_USER) !== userId) return
  await inStore('responses', 'readwrite', (store) => {
    for (const stored of responses) store.put(stored, keyOf(userId, stored.key))
    return undefined
  })
}

export async function deleteLessons(userId: string, isKept: (lessonId: string) => boolean): Promise<void> {
  const range = IDBKeyRange.bound([userId, 1], [userId, 2])
  const keys = await inStore('responses', 'readonly', (store) => store.getAllKeys(range))
  await inStore('responses', 'readwrite', (store) => {
    for (const key of keys as [string, number, string][]) {
      const [, given] = JSON.parse(key[2]) as [string, { path: { id: string } }]
      if (!isKept(given.path.id)) store.delete(key)
    }
    return undefined
  })
}

/** Deletes the responses of every user. */
export const deleteResponses = () =>
  inStore('responses', 'readwrite', (store) => store.clear() as IDBRequest<unknown>)
