/** The stores of this browser. The page and the service worker open the same database. */
const NAME = 'lyceum'
const VERSION = 1

export type StoreName = 'responses' | 'outbox'

let opened: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION)
    request.onupgradeneeded = () => {
      // Keys begin with the id of the user.
      request.result.createObjectStore('responses')
      request.result.createObjectStore('outbox', { keyPath: 'id', autoIncrement: true })
    }
    request.onsuccess = () => {
      // A newer version of the app, or the deletion of the site's data, must not wait for this page.
      request.result.onversionchange = () => {
        request.result.close()
        opened = undefined
      }
      resolve(request.result)
    }
    request.onerror = () => reject(request.error)
  })
  opened.catch(() => {
    opened = undefined
  })
  return opened
}

/** Runs requests in one transaction. Resolves with the result of the last one when all of it is stored. */
export async function inStore<Result>(
  name: StoreName,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result> | undefined,
): Promise<Result> {
  const database = await open()
  return new Promise<Result>((resolve, reject) => {
    const transaction = database.transaction(name, mode, { durability: 'strict' })
    const request = work(transaction.objectStore(name))
    // The browser commits by itself only after the results have come, which a page that is being closed does not see.
    if (mode === 'readwrite') transaction.commit?.()
    transaction.oncomplete = () => resolve(request?.result as Result)
    transaction.onerror = () => reject(transaction.error)
    transaction.onabort = () => reject(transaction.error)
  })
}
