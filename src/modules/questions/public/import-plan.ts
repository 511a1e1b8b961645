/** What an import does to one kind of content, by the keys of the items. */
export interface KindPlan {
  added: string[]
  changed: { key: string; fields: string[] }[]
  unchanged: number
  /** Content of the same pack that the pack no longer has: archived if the import was asked to, otherwise left as it is. */
  archived: string[]
  left: string[]
  /** Courses of the pack that an administrator took over. They stay as they are. Missing if there are none. */
  takenOver?: string[]
}

/** The plan with the rows that it writes and the keys that it must not write. */
export interface RowPlan<Row> extends KindPlan {
  /** The added and the changed rows. */
  rows: Row[]
  /** Keys of the pack that belong to another pack. */
  conflicts: { key: string; packId: string }[]
}

/** What an import compares a row with. `packId` is null for content that no pack owns. */
export type StoredItem<Row> = Omit<Row, 'id'> & { packId: string | null; isArchived: boolean }

interface PlanOptions {
  packId: string
  archiveMissing: boolean
  /** Packs may share items of this kind: an equal item of another pack is used as it is. */
  isShared?: boolean
}

/** Compares the rows of a pack with the stored ones. It decides everything; the import only writes the plan. */
export function planRows<Row extends { key: string }>(
  wanted: Row[],
  stored: StoredItem<Row>[],
  { packId, archiveMissing, isShared = false }: PlanOptions,
): RowPlan<Row> {
  const plan: RowPlan<Row> = {
    added: [],
    changed: [],
    unchanged: 0,
    archived: [],
    left: [],
    rows: [],
    conflicts: [],
  }
  const storedByKey = new Map(stored.map((item) => [item.key, item]))
  for (const row of wanted) {
    const { key } = row
    const known = storedByKey.get(key)
    const fields = known ? changedFields(row, known, packId) : []
    if (!known) plan.added.push(key)
    else if (known.packId !== null && known.packId !== packId) {
      if (isShared && fields.every((field) => SHARED_FIELDS.has(field))) plan.unchanged++
      else plan.conflicts.push({ key, packId: known.packId })
      continue
    } else if (fields.length > 0) plan.changed.push({ key, fields })
    else plan.unchanged++
    if (!known || fields.length > 0) plan.rows.push(row)
  }
  const presentKeys = new Set(wanted.map(({ key }) => key))
  for (const { key, packId: owner, isArchived } of stored) {
    if (owner !== packId || isArchived || presentKeys.has(key)) continue
    plan[archiveMissing ? 'archived' : 'left'].push(key)
  }
  return plan
}

export function hasChanges({ added, changed, archived }: KindPlan): boolean {
  return added.length + changed.length + archived.length > 0
}

/** The plan without its rows, to be shown. */
export function toKindPlan({ added, changed, unchanged, archived, left, takenOver }: KindPlan): KindPlan {
  return { added, changed, unchanged, archived, left, ...(takenOver ? { takenOver } : {}) }
}

/** What may differ between the packs that share an item. */
const SHARED_FIELDS = new Set(['pack', 'order'])

/** How packs call the columns whose names differ. */
const FIELD_NAMES: Record<string, string> = {
  isPremium: 'premium',
  coverKey: 'cover',
  pictureKey: 'picture',
  topicId: 'topic',
  courseKey: 'course',
  practiceLessonId: 'lesson',
  bonusXp: 'bonus',
  bonusGems: 'bonus',
  requiredScore: 'requires',
  requiredProgress: 'required',
  ruleKind: 'rule',
  position: 'order',
  correctIndex: 'options',
}

function changedFields<Row extends { key: string }>(
  row: Row,
  known: StoredItem<Row>,
  packId: string,
): string[] {
  const fields = new Set<string>()
  for (const [name, value] of Object.entries(row)) {
    if (name === 'id' || name === 'key') continue
    if (!areEqual(value, known[name as keyof typeof known])) fields.add(FIELD_NAMES[name] ?? name)
  }
  // The compiled HTML follows from the texts; it is named only if the compiler changed.
  if (fields.size > 1) fields.delete('html')
  if (known.isArchived) fields.add('archived')
  if (known.packId !== packId) fields.add('pack')
  return [...fields]
}

/** Compares values as they are stored: a missing field is no field, and the order of the fields of an object is free. */
function areEqual(one: unknown, other: unknown): boolean {
  return Bun.deepEquals(asStored(one), asStored(other))
}

function asStored(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null))
}
