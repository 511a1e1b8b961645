import type { Tx } from '../../../platform/transaction/tx.ts'
import { type CatalogCacheDeps, invalidateCatalog } from '../../catalog/public/catalog-cache.ts'

/** Returns a function that runs one change of the catalog. */
export function changeCatalog(deps: CatalogCacheDeps) {
  return async <Result>(tx: Tx, change: () => Promise<Result>): Promise<Result> => {
    await lockCatalog(tx)
    const result = await change()
    await publishCatalogChange(tx, deps)
    return result
  }
}

/** Locks the catalog until commit. Imports and edits run one at a time, so they need no other locks. */
export async function lockCatalog(tx: Tx): Promise<void> {
  await tx`select version from catalog_version for update`
}

/** Increments the version and, after commit, invalidates the caches of all processes. */
export async function publishCatalogChange(tx: Tx, deps: CatalogCacheDeps): Promise<void> {
  await tx`update catalog_version set version = version + 1`
  tx.afterCommit(() => invalidateCatalog(deps))
}
