import type { Db } from '../../../platform/db/database.ts'
import { errors } from '../errors.ts'
import type { BadgeType, Definition, Status } from './definition.ts'
import { findDefinition, listDefinitionRows } from './queries.ts'

interface ListDefinitions {
  status?: Status | undefined
  search?: string | undefined
  page: number
  limit: number
}

/** All badges, seen by learners or not, in the order in which learners see them: for those who write them. */
export async function listDefinitions(
  db: Db,
  { status, search, page, limit }: ListDefinitions,
): Promise<{ items: Definition[]; total: number }> {
  const pattern = search ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : null
  const found = await listDefinitionRows(db, { status: status ?? null, origin: null, pattern })
  return { items: found.slice((page - 1) * limit, page * limit), total: found.length }
}

export async function getDefinition(db: Db, type: BadgeType): Promise<Definition> {
  const definition = await findDefinition(db, type)
  if (!definition) throw errors.badge_not_found()
  return definition
}
