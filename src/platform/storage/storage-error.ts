/** The storage did not do what was asked: the disk is full or read-only, or the bucket does not answer or refuses. */
export class StorageError extends Error {
  override name = 'StorageError'

  constructor(cause: unknown) {
    super((cause as Error | undefined)?.message ?? String(cause), { cause })
  }
}

/** Runs an operation of the storage; its failure is a `StorageError`. */
export async function asStorageError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof StorageError ? error : new StorageError(error)
  }
}
