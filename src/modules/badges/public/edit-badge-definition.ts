import type { BadgeType } from '../../../events/badges.ts'
import { badgeChanged } from '../../../events/badges.ts'
import { addMs, MINUTE_MS } from '../../../platform/clock.ts'
import { definedFields } from '../../../platform/defined-fields.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { insertDefinition, lockDefinition, replaceDefinition } from '../definition-queries.ts'
import { errors } from '../errors.ts'
import { backfillBadgeJob } from '../jobs.ts'
import type { BadgeDefinition, BadgeDefinitionDraft, BadgeDefinitionPatch } from './badge-definition.ts'

/** Longer than the cache lifetime plus the longest transaction that may still use the old definition. */
const OLD_DEFINITION_EXPIRED_MS = 2 * MINUTE_MS

interface Edit {
  before: BadgeDefinition
  after: BadgeDefinition
}

interface ChangeRequest {
  type: BadgeType
  now: Date
}

/** Creates a draft, which is not visible before it is published. */
export async function createDefinition(
  tx: Tx,
  { draft, now }: { draft: BadgeDefinitionDraft; now: Date },
): Promise<BadgeDefinition> {
  const newDefinition = {
    ...draft,
    origin: 'ADMIN',
    packId: null,
    status: 'DRAFT',
    pictureKey: null,
  } as const
  const definition = await insertDefinition(tx, newDefinition, now)
  if (!definition) throw errors.badge_exists()
  return definition
}

/** Changes the text and the required number at any time, and the rule only of a draft. */
export async function updateDefinition(
  tx: Tx,
  { type, patch, now }: ChangeRequest & { patch: BadgeDefinitionPatch },
): Promise<Edit> {
  const before = await lockEditable(tx, type)
  const { name, description, ruleKind, requiredProgress, version } = { ...before, ...definedFields(patch) }
  if (version !== before.version) throw errors.badge_changed()
  if (ruleKind !== before.ruleKind && before.status !== 'DRAFT') throw errors.badge_rule_fixed()
  return applyDefinitionChange(tx, before, { ...before, name, description, ruleKind, requiredProgress }, now)
}

/** Makes a badge earnable, also by what users did before. */
export async function publishDefinition(tx: Tx, { type, now }: ChangeRequest): Promise<Edit> {
  const before = await lockEditable(tx, type)
  return applyDefinitionChange(tx, before, { ...before, status: 'PUBLISHED' }, now)
}

/** Stops a badge from being earned. Users who completed it keep it. */
export async function archiveDefinition(tx: Tx, { type, now }: ChangeRequest): Promise<Edit> {
  const before = await lockEditable(tx, type)
  return applyDefinitionChange(tx, before, { ...before, status: 'ARCHIVED' }, now)
}

/** Keeps the old image in storage, because tokens on the chain refer to it. */
export async function replaceBadgeImage(
  tx: Tx,
  { type, pictureKey, now }: ChangeRequest & { pictureKey: string },
): Promise<Edit> {
  const before = await lockEditable(tx, type)
  return applyDefinitionChange(tx, before, { ...before, pictureKey }, now)
}

/**
 * The caller holds the badge row lock. Emits `badge_changed`, which invalidates the caches. If more users may qualify
 * now, enqueues a backfill, and a second one after every cached copy has expired.
 */
export async function applyDefinitionChange(
  tx: Tx,
  before: BadgeDefinition,
  desired: BadgeDefinition,
  now: Date,
): Promise<Edit> {
  if (Bun.deepEquals(before, desired)) return { before, after: before }
  const after = await replaceDefinition(tx, desired, now)
  emitBadgeChanged(tx, after, now)
  const mayQualifyMoreUsers =
    before.status !== 'PUBLISHED' || after.requiredProgress < before.requiredProgress
  if (after.status === 'PUBLISHED' && mayQualifyMoreUsers) enqueueBackfill(tx, after, now)
  return { before, after }
}

export function emitBadgeChanged(tx: Tx, { type }: BadgeDefinition, now: Date): void {
  tx.emit(badgeChanged({ badgeType: type, at: now.toISOString() }))
}

/** Enqueues a backfill now and one after cached definitions have expired. */
export function enqueueBackfill(tx: Tx, { type }: BadgeDefinition, now: Date): void {
  tx.enqueue(backfillBadgeJob, { badgeType: type })
  tx.enqueue(backfillBadgeJob, { badgeType: type }, { startAfter: addMs(now, OLD_DEFINITION_EXPIRED_MS) })
}

async function lockEditable(tx: Tx, type: BadgeType): Promise<BadgeDefinition> {
  return requireEditable(await lockDefinition(tx, type))
}

/** Throws `OWNED_BY_PACK` for a badge of a pack, which only an import may change. */
export function requireEditable(definition: BadgeDefinition | undefined): BadgeDefinition {
  if (!definition) throw errors.badge_not_found()
  if (definition.origin === 'PACK') throw errors.owned_by_pack()
  return definition
}
