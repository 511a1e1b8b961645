import { newKey } from '../../../packages/client/src/attempt.ts'
import type { LessonDraft, SavedLesson } from './draft.ts'

/** What one open page has of a lesson, as long as the service does not have all of it. */
export interface StoredDraft {
  draft: LessonDraft
  /** What the service had when it was stored. */
  base: SavedLesson
}

interface Row extends StoredDraft {
  id: [userId: string, lessonId: string, writer: string]
  storedAt: number
}

const NAME = 'lyceum-studio'
const STORE = 'lesson-drafts'

let opened: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' })
    request.onsuccess = () => {
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

/** Resolves when the browser has written it to the disk, so that a crash does not lose it. */
async function inStore<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result> | undefined,
): Promise<Result> {
  const database = await open()
  return new Promise<Result>((resolve, reject) => {
    const transaction = database.transaction(STORE, mode, { durability: 'strict' })
    const request = work(transaction.objectStore(STORE))
    transaction.oncomplete = () => resolve(request?.result as Result)
    transaction.onerror = () => reject(transaction.error)
    transaction.onabort = () => reject(transaction.error)
  })
}

const lockOf = (writer: string) => `lyceum.lesson-draft.${writer}`

/** Whether the page that wrote a row is closed or crashed, so that nobody has its lock. */
async function isGone(writer: string): Promise<boolean> {
  if (!navigator.locks) return true
  return navigator.locks.request(lockOf(writer), { ifAvailable: true }, (lock) => lock !== null)
}

/**
 * The drafts of one lesson on this device. Each open page writes its own row, so that two tabs do not overwrite each
 * other, and holds a lock as long as it lives. The row of a page that is gone is taken over by the next one.
 */
export class LocalDrafts {
  readonly #userId: string
  readonly #lessonId: string
  readonly #writer = newKey()
  readonly #closed = Promise.withResolvers<void>()
  /** The row of a page that is gone, until this page has stored it as its own. */
  #takenOver: Row['id'] | undefined

  constructor(userId: string, lessonId: string) {
    this.#userId = userId
    this.#lessonId = lessonId
    void navigator.locks?.request(lockOf(this.#writer), () => this.#closed.promise)
  }

  /** The newest draft that no open page has. */
  async find(): Promise<StoredDraft | undefined> {
    const from = [this.#userId, this.#lessonId, '']
    const range = IDBKeyRange.bound(from, [this.#userId, this.#lessonId, '\uffff'])
    const rows = await inStore('readonly', (store) => store.getAll(range) as IDBRequest<Row[]>)
    rows.sort((one, other) => other.storedAt - one.storedAt)
    let row: Row | undefined
    for (const each of rows) if (!row && (await isGone(each.id[2]))) row = each
    this.#takenOver = row?.id
    return row && { draft: row.draft, base: row.base }
  }

  async store({ draft, base }: StoredDraft): Promise<void> {
    const row: Row = { id: this.#id(), draft, base, storedAt: Date.now() }
    const old = this.#takenOver
    await inStore('readwrite', (store) => {
      store.put(row)
      return old ? (store.delete(old) as IDBRequest<unknown>) : undefined
    })
    this.#takenOver = undefined
  }

  async forget(): Promise<void> {
    const ids = [this.#id(), ...(this.#takenOver ? [this.#takenOver] : [])]
    await inStore('readwrite', (store) => {
      for (const id of ids) store.delete(id)
      return undefined
    })
    this.#takenOver = undefined
  }

  /** The page is left. */
  close(): void {
    this.#closed.resolve()
  }

  #id(): Row['id'] {
    return [this.#userId, this.#lessonId, this.#writer]
  }
}
