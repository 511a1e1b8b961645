/** Files by key. Keys are created by the service, never by users: letters, digits, `-`, `_`, `.` and `/`. */
export interface Storage {
  /** Writes atomically: a crash leaves the old file or the new one. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  get(key: string): Promise<Uint8Array | undefined>
  delete(key: string): Promise<void>
}

/** A storage that can say whether it works. */
export interface CheckedStorage extends Storage {
  /** Throws a `StorageError` if files cannot be stored or read. */
  check(): Promise<void>
}

const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/

export function checkStorageKey(key: string): string {
  if (!isStorageKey(key)) throw new Error(`"${key}" is not a storage key`)
  return key
}

export function isStorageKey(key: string): boolean {
  return key.length <= 300 && KEY.test(key)
}
