import { later, MINUTE_MS } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/tx.ts'
import { errors } from '../errors.ts'
import { badgeChanged } from '../events.ts'
import { countBack } from '../jobs.ts'
import type { BadgeType, Definition, DefinitionDraft, DefinitionPatch } from './definition.ts'
import { insertDefinition, lockDefinition, replaceDefinition } from './queries.ts'

/** Longer than any process may hold what was before, and any transaction that began with it may take. */
const HELD_BY_NOBODY_MS = 2 * MINUTE_MS

interface Edit {
  before: Definition
  after: Definition
}

interface Changing {
  type: BadgeType
  now: Date
}

/** Makes a badge that nobody sees before it is published. */
export async function createDefinition(
  tx: Tx,
  { draft, now }: { draft: DefinitionDraft; now: Date },
): Promise<Definition> {
  const given = { ...draft, origin: 'ADMIN', status: 'DRAFT', pictureKey: null } as const
  const definition = await insertDefinition(tx, given, now)
  if (!definition) throw errors.badge_exists()
  return definition
}

/** Other words or another number, whenever; another rule only as long as nobody counts by it. */
export async function updateDefinition(
  tx: Tx,
  { type, patch, now }: Changing & { patch: DefinitionPatch },
): Promise<Edit> {
  const before = await lockOwn(tx, type)
  const { name, description, ruleKind, requiredProgress, version } = { ...before, ...given(patch) }
  if (version !== before.version) throw errors.badge_changed()
  if (ruleKind !== before.ruleKind && before.status !== 'DRAFT') throw errors.badge_rule_fixed()
  return change(tx, before, { ...before, name, description, ruleKind, requiredProgress }, now)
}

/** Lets everybody earn it, by what they have done already too. */
export async function publishDefinition(tx: Tx, { type, now }: Changing): Promise<Edit> {
  const before = await lockOwn(tx, type)
  return change(tx, before, { ...before, status: 'PUBLISHED' }, now)
}

/** Nobody earns it any more. Those who have it keep it. */
export async function archiveDefinition(tx: Tx, { type, now }: Changing): Promise<Edit> {
  const before = await lockOwn(tx, type)
  return change(tx, before, { ...before, status: 'ARCHIVED' }, now)
}

/** The old picture stays where it is: tokens on the chain name it. */
export async function replacePicture(
  tx: Tx,
  { type, pictureKey, now }: Changing & { pictureKey: string },
): Promise<Edit> {
  const before = await lockOwn(tx, type)
  return change(tx, before, { ...before, pictureKey }, now)
}

/**
 * Under the lock of the badge. Whoever holds badges is told; and where more may have what it takes than before, they are
 * looked for: at once, and once more when no process counts by what was before.
 */
export async function change(tx: Tx, before: Definition, wished: Definition, now: Date): Promise<Edit> {
  if (Bun.deepEquals(before, wished)) return { before, after: before }
  const after = await replaceDefinition(tx, wished, now)
  announce(tx, after, now)
  const isOpened = before.status !== 'PUBLISHED' || after.requiredProgress < before.requiredProgress
  if (after.status === 'PUBLISHED' && isOpened) countFor(tx, after, now)
  return { before, after }
}

export function announce(tx: Tx, { type }: Definition, now: Date): void {
  tx.emit(badgeChanged({ badgeType: type, at: now.toISOString() }))
}

/** Looks for all who have what a badge takes. */
export function countFor(tx: Tx, { type }: Definition, now: Date): void {
  tx.enqueue(countBack, { badgeType: type })
  tx.enqueue(countBack, { badgeType: type }, { startAfter: later(now, HELD_BY_NOBODY_MS) })
}

async function lockOwn(tx: Tx, type: BadgeType): Promise<Definition> {
  return requireOwn(await lockDefinition(tx, type))
}

/** What a pack has brought is changed in the pack. */
export function requireOwn(definition: Definition | undefined): Definition {
  if (!definition) throw errors.badge_not_found()
  if (definition.origin === 'PACK') throw errors.owned_by_pack()
  return definition
}

/** What was left out of a patch says nothing. */
function given(patch: DefinitionPatch): Partial<Definition> {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
}
