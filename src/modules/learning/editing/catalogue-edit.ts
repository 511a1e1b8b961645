import type { Tx } from '../../../platform/tx.ts'
import { announceCatalogue, type CataloguePlatform } from '../catalogue/held-catalogue.ts'
import { lockVersion, updateVersion } from '../content/queries.ts'

/** One change of the catalogue at a time, an import among them; so nothing below it needs a lock of its own. */
export async function beginCatalogueEdit(tx: Tx): Promise<void> {
  await lockVersion(tx)
}

/** Every process reads the catalogue anew. */
export async function endCatalogueEdit(tx: Tx, platform: CataloguePlatform): Promise<void> {
  await updateVersion(tx)
  tx.afterCommit(() => announceCatalogue(platform))
}

/** What was left out of a patch says nothing. */
export function givenFields<Patch extends object>(
  patch: Patch,
): { [Field in keyof Patch]?: Exclude<Patch[Field], undefined> } {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as never
}
