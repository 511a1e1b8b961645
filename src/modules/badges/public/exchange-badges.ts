import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { insertDefinition, listDefinitionRows } from '../definition-queries.ts'
import { type BadgeDefinition, type BadgeDefinitionDraft, keyOfType } from './badge-definition.ts'
import { emitBadgeChanged, enqueueBackfill } from './edit-badge-definition.ts'

/** A badge that administrators made. */
export type ExchangedBadge = BadgeDefinitionDraft & { isDraft: boolean; pictureKey: string | null }

/** The badges that administrators made, without archived ones. */
export async function listAuthoredBadges(db: Db, { drafts }: { drafts: boolean }): Promise<ExchangedBadge[]> {
  const rows = await listDefinitionRows(db, { status: null, origin: 'ADMIN', pattern: null })
  return rows
    .filter(({ status }) => status === 'PUBLISHED' || (status === 'DRAFT' && drafts))
    .map(toExchanged)
    .toSorted((one, other) => (one.badgeType < other.badgeType ? -1 : 1))
}

/** All badges of the given types, of any origin and in any state. */
export async function findBadges(db: Db, types: string[]): Promise<Map<string, ExchangedBadge>> {
  const rows = await listDefinitionRows(db, { status: null, origin: null, pattern: null })
  return new Map(rows.filter(({ type }) => types.includes(type)).map((row) => [row.type, toExchanged(row)]))
}

function toExchanged(row: BadgeDefinition): ExchangedBadge {
  const { type, status, name, description, ruleKind, requiredProgress, pictureKey } = row
  return {
    badgeType: type,
    isDraft: status === 'DRAFT',
    name,
    description,
    ruleKind,
    requiredProgress,
    pictureKey,
  }
}

/** Adds a badge of an administrator of another server. A badge that exists stays as it is. */
export async function addExchangedBadge(
  tx: Tx,
  { isDraft, ...badge }: ExchangedBadge,
  now: Date,
): Promise<void> {
  const status = isDraft ? 'DRAFT' : 'PUBLISHED'
  const definition = await insertDefinition(tx, { ...badge, origin: 'ADMIN', packId: null, status }, now)
  if (!definition || isDraft) return
  emitBadgeChanged(tx, definition, now)
  enqueueBackfill(tx, definition, now)
}

export function badgeFileOf(type: string): string {
  return `badges/${keyOfType(type)}.yaml`
}
