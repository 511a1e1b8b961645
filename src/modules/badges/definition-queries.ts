import type { BadgeType } from '../../events/badges.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type {
  BadgeDefinition,
  BadgeDefinitionDraft,
  BadgeOrigin,
  BadgeStatus,
} from './public/badge-definition.ts'

/** Published and archived badges in display order. */
export function listShownDefinitions(db: Db): Promise<BadgeDefinition[]> {
  return db<BadgeDefinition>`select * from badge_definition_row where status <> 'DRAFT' order by position`
}

interface DefinitionFilter {
  status: BadgeStatus | null
  origin: BadgeOrigin | null
  /** For `ilike`. */
  pattern: string | null
}

export function listDefinitionRows(
  db: Db,
  { status, origin, pattern }: DefinitionFilter,
): Promise<BadgeDefinition[]> {
  return db<BadgeDefinition>`
    select * from badge_definition_row
    where (${status}::text is null or status = ${status}) and (${origin}::text is null or origin = ${origin})
      and (${pattern}::text is null or type || ' ' || name || ' ' || description ilike ${pattern})
    order by position`
}

export async function findDefinition(db: Db, type: BadgeType): Promise<BadgeDefinition | undefined> {
  const [row] = await db<BadgeDefinition>`select * from badge_definition_row where type = ${type}`
  return row
}

/** Locks the badge until commit. */
export async function lockDefinition(tx: Tx, type: BadgeType): Promise<BadgeDefinition | undefined> {
  // A second statement reads the row after the lock, because the first may see an older version.
  const [, definition] = await Promise.all([
    tx`select from badge_definition where badge_type = ${type} for no key update`,
    findDefinition(tx, type),
  ])
  return definition
}

/** Locks all badges until commit. */
export async function lockAllDefinitions(tx: Tx): Promise<BadgeDefinition[]> {
  const [, definitions] = await Promise.all([
    tx`select from badge_definition order by badge_type for no key update`,
    listDefinitionRows(tx, { status: null, origin: null, pattern: null }),
  ])
  return definitions
}

interface NewDefinition
  extends BadgeDefinitionDraft,
    Pick<BadgeDefinition, 'origin' | 'packId' | 'status' | 'pictureKey'> {}

/** Returns undefined if the type exists. */
export async function insertDefinition(
  tx: Tx,
  draft: NewDefinition,
  now: Date,
): Promise<BadgeDefinition | undefined> {
  const [row] = await tx`
    insert into badge_definition (badge_type, origin, pack_id, status, name, description, rule_kind, required_progress,
      picture_key, created_at, updated_at)
    values (${draft.badgeType}, ${draft.origin}, ${draft.packId}, ${draft.status}, ${draft.name}, ${draft.description},
      ${draft.ruleKind}, ${draft.requiredProgress}, ${draft.pictureKey}, ${now}, ${now})
    on conflict (badge_type) do nothing returning badge_type`
  return row && findDefinition(tx, draft.badgeType)
}

/** The caller has the lock. The type and the position never change. */
export async function replaceDefinition(
  tx: Tx,
  definition: BadgeDefinition,
  now: Date,
): Promise<BadgeDefinition> {
  const { type, origin, packId, status, name, description, ruleKind, requiredProgress, pictureKey } =
    definition
  const version = definition.version + 1
  await tx`
    update badge_definition set origin = ${origin}, pack_id = ${packId}, status = ${status}, name = ${name},
      description = ${description}, rule_kind = ${ruleKind}, required_progress = ${requiredProgress},
      picture_key = ${pictureKey}, version = ${version}, updated_at = ${now}
    where badge_type = ${type}`
  return { ...definition, version, updatedAt: now }
}
