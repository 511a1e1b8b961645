import type { Db } from '../../../platform/db/database.ts'
import { listBalanceSums } from '../balance-queries.ts'

/** What users, contests, battles and orders hold of each asset, as whole numbers in text. It reads every balance. */
export async function sumBalancesByAccountKind(db: Db): Promise<Record<string, Record<string, string>>> {
  const sums: Record<string, Record<string, string>> = {}
  for (const { holder, asset, total } of await listBalanceSums(db)) {
    sums[holder] = { ...sums[holder], [asset]: total }
  }
  return sums
}
