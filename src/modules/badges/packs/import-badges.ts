import type { Tx } from '../../../platform/transaction/tx.ts'
import type { PackError } from '../../authoring/public/pack.ts'
import type { ImportCounts } from '../../questions/public/import-counts.ts'
import { insertDefinition, lockAllDefinitions } from '../definition-queries.ts'
import type { BadgeDefinition } from '../public/badge-definition.ts'
import { applyDefinitionChange, emitBadgeChanged, enqueueBackfill } from '../public/edit-badge-definition.ts'
import type { PackBadge } from './pack-badge.ts'

/** Badges of a pack conflict with stored badges. Nothing of the pack is imported. */
export class BadgeImportError extends Error {
  readonly errors: PackError[]

  constructor(errors: PackError[]) {
    super(`badges of the pack conflict with stored badges: ${errors[0]?.message}`)
    this.name = 'BadgeImportError'
    this.errors = errors
  }
}

/**
 * Makes the stored pack badges equal to this pack: adds new ones, updates known ones and keeps their progress, archives
 * missing ones. A built-in badge in the pack belongs to the pack from then on. Badges of administrators do not change.
 */
export async function importBadges(tx: Tx, badges: PackBadge[], now: Date): Promise<ImportCounts> {
  const stored = new Map((await lockAllDefinitions(tx)).map((definition) => [definition.type, definition]))
  const errors = badges.flatMap((badge) => findImportError(badge, stored.get(badge.type)) ?? [])
  if (errors.length > 0) throw new BadgeImportError(errors)

  const counts = { added: 0, changed: 0, unchanged: 0, archived: 0 }
  for (const badge of badges) {
    const known = stored.get(badge.type)
    counts[known ? await update(tx, known, badge, now) : await add(tx, badge, now)]++
  }
  const presentTypes = new Set(badges.map(({ type }) => type))
  for (const definition of stored.values()) {
    const { type, origin, status } = definition
    if (origin !== 'PACK' || status === 'ARCHIVED' || presentTypes.has(type)) continue
    await applyDefinitionChange(tx, definition, { ...definition, status: 'ARCHIVED' }, now)
    counts.archived++
  }
  return counts
}

async function add(tx: Tx, badge: PackBadge, now: Date): Promise<'added'> {
  const { type: badgeType, name, description, rule: ruleKind, required, pictureKey } = badge
  const definition = await insertDefinition(
    tx,
    {
      badgeType,
      name,
      description,
      ruleKind,
      requiredProgress: required,
      pictureKey,
      origin: 'PACK',
      status: 'PUBLISHED',
    },
    now,
  )
  if (!definition) throw new BadgeImportError([notFromPackError(badge)])
  emitBadgeChanged(tx, definition, now)
  enqueueBackfill(tx, definition, now)
  return 'added'
}

async function update(
  tx: Tx,
  known: BadgeDefinition,
  { name, description, rule: ruleKind, required: requiredProgress, pictureKey }: PackBadge,
  now: Date,
): Promise<'changed' | 'unchanged'> {
  const desired = { ...known, name, description, ruleKind, requiredProgress, pictureKey }
  const { before, after } = await applyDefinitionChange(
    tx,
    known,
    { ...desired, origin: 'PACK', status: 'PUBLISHED' },
    now,
  )
  return before === after ? 'unchanged' : 'changed'
}

function findImportError(badge: PackBadge, known: BadgeDefinition | undefined): PackError | undefined {
  if (known?.origin === 'ADMIN') return notFromPackError(badge)
  if (!known || known.ruleKind === badge.rule) return undefined
  const { file, ruleLine: line } = badge
  return { file, line, message: `rule: the rule of ${known.type} cannot change: it is ${known.ruleKind}` }
}

function notFromPackError({ file, type }: PackBadge): PackError {
  return { file, line: 1, message: `${type} was created by an administrator; choose another name` }
}
