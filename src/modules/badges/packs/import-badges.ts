import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { ownedByOtherPack, type PackError, PackImportError } from '../../authoring/public/pack.ts'
import { type KindPlan, planRows, type StoredItem, toKindPlan } from '../../questions/public/import-plan.ts'
import { insertDefinition, listDefinitionRows, lockAllDefinitions } from '../definition-queries.ts'
import { type BadgeDefinition, keyOfType, typeOfKey } from '../public/badge-definition.ts'
import { applyDefinitionChange, emitBadgeChanged, enqueueBackfill } from '../public/edit-badge-definition.ts'
import type { PackBadge } from './pack-badge.ts'

interface ImportBadges {
  badges: PackBadge[]
  packId: string
  /** Archives the badges that the pack had and no longer has. Otherwise they stay. */
  archiveMissing: boolean
}

/**
 * Adds the new badges of a pack and updates the known ones, which keep their progress. A built-in badge in the pack
 * belongs to the pack from then on. Badges of other packs and of administrators do not change.
 */
export async function importBadges(tx: Tx, pack: ImportBadges, now: Date): Promise<KindPlan> {
  const stored = await lockAllDefinitions(tx)
  const plan = planBadges(stored, pack)
  const byKey = new Map(stored.map((definition) => [keyOfType(definition.type), definition]))
  for (const row of plan.rows) {
    const known = byKey.get(row.key)
    const desired = { ...row, origin: 'PACK', packId: pack.packId, status: 'PUBLISHED' } as const
    if (known) await applyDefinitionChange(tx, known, { ...known, ...withoutKey(desired) }, now)
    else await add(tx, desired, now)
  }
  for (const key of plan.archived) {
    const definition = byKey.get(key)!
    await applyDefinitionChange(tx, definition, { ...definition, status: 'ARCHIVED' }, now)
  }
  return toKindPlan(plan)
}

/** Reports what `importBadges` would do. */
export async function previewBadges(db: Db, pack: ImportBadges): Promise<KindPlan> {
  const stored = await listDefinitionRows(db, { status: null, origin: null, pattern: null })
  return toKindPlan(planBadges(stored, pack))
}

type BadgeRow = Pick<
  BadgeDefinition,
  'name' | 'description' | 'ruleKind' | 'requiredProgress' | 'pictureKey'
> & {
  key: string
}

function planBadges(stored: BadgeDefinition[], { badges, packId, archiveMissing }: ImportBadges) {
  const byType = new Map(stored.map((definition) => [definition.type, definition]))
  const errors = badges.flatMap((badge) => findImportError(badge, byType.get(badge.type), packId) ?? [])
  if (errors.length > 0) throw new PackImportError(errors)
  return planRows<BadgeRow>(badges.map(rowOf), stored.map(toStoredItem), { packId, archiveMissing })
}

function rowOf({ type, name, description, rule, required, pictureKey }: PackBadge): BadgeRow {
  return {
    key: keyOfType(type),
    name,
    description,
    ruleKind: rule,
    requiredProgress: required,
    pictureKey,
  }
}

function toStoredItem({ type, status, ...definition }: BadgeDefinition): StoredItem<BadgeRow> {
  return { ...definition, key: keyOfType(type), isArchived: status !== 'PUBLISHED' }
}

function withoutKey<Row extends { key: string }>({ key: _, ...fields }: Row): Omit<Row, 'key'> {
  return fields
}

async function add(
  tx: Tx,
  { key, ...fields }: BadgeRow & Pick<BadgeDefinition, 'origin' | 'packId' | 'status'>,
  now: Date,
): Promise<void> {
  const definition = await insertDefinition(tx, { ...fields, badgeType: typeOfKey(key) }, now)
  // Another transaction added it after the lock of all badges.
  if (!definition) throw new PackImportError([notFromPackError(`badges/${key}.yaml`, typeOfKey(key))])
  emitBadgeChanged(tx, definition, now)
  enqueueBackfill(tx, definition, now)
}

function findImportError(
  { type, file, rule, ruleLine }: PackBadge,
  known: BadgeDefinition | undefined,
  packId: string,
): PackError | undefined {
  if (!known) return undefined
  if (known.origin === 'ADMIN') return notFromPackError(file, type)
  if (known.packId !== null && known.packId !== packId) {
    const message = ownedByOtherPack(`the badge ${keyOfType(type)}`, { owner: known.packId, packId })
    return { file, line: 1, message }
  }
  if (known.ruleKind === rule) return undefined
  return { file, line: ruleLine, message: `rule: the rule of ${type} cannot change: it is ${known.ruleKind}` }
}

function notFromPackError(file: string, type: string): PackError {
  return { file, line: 1, message: `${type} was created by an administrator; choose another name` }
}
