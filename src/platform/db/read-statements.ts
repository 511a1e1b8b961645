import type { Db } from './database.ts'

const WRITES =
  /\b(insert\s+into|delete\s+from|merge\s+into|truncate|vacuum|analyze|refresh\s+materialized)\b|\bupdate\s+(only\s+)?[\w."]+\s+(as\s+)?(\w+\s+)?set\b|\b(ledger_post|ledger_post_all|nextval|setval)\s*\(/i
/** A lock that a single statement takes ends with it, so it protects nothing: locks need a transaction too. */
const LOCKS =
  /\bfor\s+(no\s+key\s+update|update|share|key\s+share)\b|\bpg_(try_)?advisory_(xact_)?(un)?lock|\block\s+table\b/i
const LITERALS = /'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g

/** True if a statement changes rows or takes a lock, also in a `with` clause. */
export function writesOrLocks(text: string): boolean {
  const code = text.replace(LITERALS, "''")
  return WRITES.test(code) || LOCKS.test(code)
}

const changing = new WeakMap<TemplateStringsArray, boolean>()

/** True if a statement changes rows. Each statement of the source is checked once. */
export function changesRows(strings: TemplateStringsArray): boolean {
  const known = changing.get(strings)
  if (known !== undefined) return known
  const changes = WRITES.test(strings.join('?').replace(LITERALS, "''"))
  changing.set(strings, changes)
  return changes
}

/**
 * Rejects statements that write or lock. Each statement of the source is checked once, because its strings are the same
 * object in every call. `scripts/check-writes.ts` finds the same statements before they run.
 */
export function readsOnly(query: Db): Db {
  const checked = new WeakSet<TemplateStringsArray>()
  return (strings, ...values) => {
    if (!checked.has(strings)) {
      if (writesOrLocks(strings.join('?')))
        return Promise.reject(
          new TypeError(
            `db is for reads; use write or autocommitDb for: ${strings.join('?').trim().slice(0, 100)}`,
          ),
        )
      checked.add(strings)
    }
    return query(strings, ...values)
  }
}
