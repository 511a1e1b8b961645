import type { Tx } from '../../../platform/transaction/tx.ts'
import { type CatalogCacheDeps, invalidateCatalog } from '../../catalog/public/catalog-cache.ts'
import { incrementCatalogVersion, lockCatalogVersion } from '../packs/queries.ts'

/** Returns a function that runs one change of the catalog. */
export function changeCatalog(deps: CatalogCacheDeps) {
  return async <Result>(tx: Tx, change: () => Promise<Result>): Promise<Result> => {
    await beginCatalogChange(tx)
    const result = await change()
    await finishCatalogChange(tx, deps)
    return result
  }
}

/** One change of the catalogue at a time, an import among them; so nothing below it needs a lock of its own. */
export async function beginCatalogChange(tx: Tx): Promise<void> {
  await lockCatalogVersion(tx)
}

/** Every process reads the catalogue anew. */
export async function finishCatalogChange(tx: Tx, platform: CatalogCacheDeps): Promise<void> {
  await incrementCatalogVersion(tx)
  tx.afterCommit(() => invalidateCatalog(platform))
}

/** What was left out of a patch says nothing. */
export function definedFields<Patch extends object>(
  patch: Patch,
): { [Field in keyof Patch]?: Exclude<Patch[Field], undefined> } {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as never
}
