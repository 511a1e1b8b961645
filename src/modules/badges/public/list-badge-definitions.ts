import type { BadgeType } from '../../../events/badges.ts'
import type { Db } from '../../../platform/db/database.ts'
import { findDefinition, listDefinitionRows } from '../definition-queries.ts'
import { errors } from '../errors.ts'
import type { BadgeDefinition, BadgeStatus } from './badge-definition.ts'

interface ListDefinitions {
  status?: BadgeStatus | undefined
  search?: string | undefined
  page: number
  limit: number
}

/** Lists all badges for administrators, with drafts, in display order. */
export async function listDefinitions(
  db: Db,
  { status, search, page, limit }: ListDefinitions,
): Promise<{ items: BadgeDefinition[]; total: number }> {
  const pattern = search ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : null
  const found = await listDefinitionRows(db, { status: status ?? null, origin: null, pattern })
  return { items: found.slice((page - 1) * limit, page * limit), total: found.length }
}

export async function getDefinition(db: Db, type: BadgeType): Promise<BadgeDefinition> {
  const definition = await findDefinition(db, type)
  if (!definition) throw errors.badge_not_found()
  return definition
}
