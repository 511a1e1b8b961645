import type { Page } from 'playwright-core'

// What the learner app has stored in the browser.

/** The keys of stored responses. The test must not create the database: the app would find it without stores. */
export const storedKeys = (page: Page) =>
  page.evaluate<[userId: string, group: 0 | 1 | 2, key: string][]>(`(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'lyceum')) return []
    return new Promise((resolve) => {
      const request = indexedDB.open('lyceum')
      request.onsuccess = () => {
        const all = request.result.transaction('responses').objectStore('responses').getAllKeys()
        all.onsuccess = () => {
          request.result.close()
          resolve(all.result.filter(Array.isArray))
        }
      }
    })
  })()`)
/** The cards of the reviews that wait in the outbox, in the order of their answers. */
export const waitingCards = (page: Page) =>
  page.evaluate<string[]>(`new Promise((resolve) => {
    const request = indexedDB.open('lyceum')
    request.onsuccess = () => {
      const all = request.result.transaction('outbox').objectStore('outbox').getAll()
      all.onsuccess = () => {
        request.result.close()
        resolve(all.result.flatMap(({ kind, cardId }) => (kind === 'review' ? [cardId] : [])))
      }
    }
  })`)
export const storedResponses = async (page: Page) => (await storedKeys(page)).length
/** Lessons are stored on their own, and what the screens around them read a moment later. */
export const hasStored = async (page: Page, lessons: number) => {
  const keys = await storedKeys(page)
  const reads = ['GET /user-courses', 'GET /course/{id}', 'GET /user/profile']
  return (
    keys.filter(([, group]) => group === 1).length >= lessons &&
    reads.every((read) => keys.some(([, , key]) => key.startsWith(`["${read}"`)))
  )
}
/** The stored HTML of Today, or undefined. */
export const storedView = (page: Page) => homeView<string>(page, 'html')
export const viewStoredAt = (page: Page) => homeView<number>(page, 'savedAt')
const homeView = <Value>(page: Page, field: string) =>
  page.evaluate<Value | undefined>(`(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'lyceum')) return undefined
    return new Promise((resolve) => {
      const request = indexedDB.open('lyceum')
      request.onsuccess = () => {
        const found = request.result.transaction('responses').objectStore('responses').get('home-view')
        found.onsuccess = () => {
          request.result.close()
          resolve(found.result?.${field})
        }
      }
    })
  })()`)
export const deleteView = (page: Page) =>
  page.evaluate<void>(`new Promise((resolve) => {
    const request = indexedDB.open('lyceum')
    request.onsuccess = () => {
      const deletion = request.result.transaction('responses', 'readwrite')
      deletion.objectStore('responses').delete('home-view')
      deletion.oncomplete = () => resolve(request.result.close())
    }
  })`)
