import type { Tx } from '../../../platform/tx.ts'
import type { PackFault } from '../../learning/content/pack.ts'
import type { ImportCounts } from '../../questions/import-questions.ts'
import type { Definition } from '../definitions/definition.ts'
import { announce, change, countFor } from '../definitions/edit-definition.ts'
import { insertDefinition, lockAllDefinitions } from '../definitions/queries.ts'
import type { PackBadge } from './pack-badge.ts'

/** Badges of a pack that do not go with those that are there. Nothing of the pack is imported. */
export class BadgesRefused extends Error {
  readonly faults: PackFault[]

  constructor(faults: PackFault[]) {
    super(`badges of the pack do not go with those that are there: ${faults[0]?.message}`)
    this.name = 'BadgesRefused'
    this.faults = faults
  }
}

/**
 * Makes the badges of packs what this pack says: what is known by its type is updated in place, with everybody's progress;
 * what vanished is archived. One of the twelve that a pack names is the pack's from then on. What people have made here is
 * left alone.
 */
export async function importBadges(tx: Tx, badges: PackBadge[], now: Date): Promise<ImportCounts> {
  const held = new Map((await lockAllDefinitions(tx)).map((definition) => [definition.type, definition]))
  const faults = badges.flatMap((badge) => faultOf(badge, held.get(badge.type)) ?? [])
  if (faults.length > 0) throw new BadgesRefused(faults)

  const counts = { added: 0, changed: 0, unchanged: 0, archived: 0 }
  for (const badge of badges) {
    const known = held.get(badge.type)
    counts[known ? await update(tx, known, badge, now) : await add(tx, badge, now)]++
  }
  const kept = new Set(badges.map(({ type }) => type))
  for (const definition of held.values()) {
    const { type, origin, status } = definition
    if (origin !== 'PACK' || status === 'ARCHIVED' || kept.has(type)) continue
    await change(tx, definition, { ...definition, status: 'ARCHIVED' }, now)
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
  if (!definition) throw new BadgesRefused([madeHere(badge)])
  announce(tx, definition, now)
  countFor(tx, definition, now)
  return 'added'
}

async function update(
  tx: Tx,
  known: Definition,
  { name, description, rule: ruleKind, required: requiredProgress, pictureKey }: PackBadge,
  now: Date,
): Promise<'changed' | 'unchanged'> {
  const wished = { ...known, name, description, ruleKind, requiredProgress, pictureKey }
  const { before, after } = await change(tx, known, { ...wished, origin: 'PACK', status: 'PUBLISHED' }, now)
  return before === after ? 'unchanged' : 'changed'
}

function faultOf(badge: PackBadge, known: Definition | undefined): PackFault | undefined {
  if (known?.origin === 'ADMIN') return madeHere(badge)
  if (!known || known.ruleKind === badge.rule) return undefined
  const { file, ruleLine: line } = badge
  return { file, line, message: `rule: what ${known.type} counts is fixed: ${known.ruleKind}` }
}

function madeHere({ file, type }: PackBadge): PackFault {
  return { file, line: 1, message: `${type} was made here and is not the pack's; choose another name` }
}
