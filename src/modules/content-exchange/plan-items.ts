import type { KindPlan } from '../questions/public/import-plan.ts'

/** What an import does to one kind of authored content: it adds items, and keeps those that the server has. */
export interface AuthoredPlan extends KindPlan {
  /** Items of which the server has another version, with the fields that differ. They stay as they are on the server. */
  kept: { key: string; fields: string[] }[]
}

/** Compares the items of a pack with the stored ones. */
export function planItems<Item extends object>(
  items: Item[],
  keyOf: (item: Item) => string,
  stored: Map<string, Item>,
): AuthoredPlan {
  const plan: AuthoredPlan = { added: [], changed: [], unchanged: 0, archived: [], left: [], kept: [] }
  for (const item of items) {
    const key = keyOf(item)
    const known = stored.get(key)
    const fields = known ? differingFields(item, known) : []
    if (!known) plan.added.push(key)
    else if (fields.length > 0) plan.kept.push({ key, fields })
    else plan.unchanged++
  }
  return plan
}

/** A missing field is no field, as in JSON. */
function differingFields(item: object, known: object): string[] {
  const [one, other] = [item, known].map(
    (value) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>,
  )
  const names = new Set([...Object.keys(one!), ...Object.keys(other!)])
  return [...names].filter((name) => !Bun.deepEquals(one![name] ?? null, other![name] ?? null)).toSorted()
}
