import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { PackError } from '../authoring/public/pack.ts'
import type { KindPlan } from '../questions/public/import-plan.ts'

export type ImportState = 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED'

/** What an import did with one pack, or would do: a plan for each kind of content. */
export interface PackOutcome {
  pack: string
  kinds: Record<string, KindPlan & { kept?: { key: string; fields: string[] }[] }>
}

export interface ImportRow {
  id: string
  requestedBy: UserId
  archiveMissing: boolean
  state: ImportState
  step: string | null
  done: number
  total: number
  packs: PackOutcome[]
  faults: PackError[]
  requestedAt: Date
  finishedAt: Date | null
}

export async function findImport(db: Db, id: string): Promise<ImportRow | undefined> {
  const [row] = await db<ImportRow>`
    select id, requested_by as "requestedBy", archive_missing as "archiveMissing", state, step, done, total, packs, faults,
      requested_at as "requestedAt", finished_at as "finishedAt"
    from content_import where id = ${id}`
  return row
}

interface NewImport {
  id: string
  requestedBy: UserId
  archiveMissing: boolean
  digest: Buffer
  archive: Buffer
  now: Date
}

/** Inserts an import, unless the same archive is waiting or being imported. Returns the id of the unfinished import. */
export async function insertImport(tx: Tx, request: NewImport): Promise<string> {
  const { id, requestedBy, archiveMissing, digest, archive, now } = request
  await tx`
    insert into content_import (id, requested_by, archive_missing, digest, archive, state, requested_at)
    values (${id}, ${requestedBy}, ${archiveMissing}, ${digest}, ${archive}, 'QUEUED', ${now})
    on conflict (digest, archive_missing) where finished_at is null do nothing`
  const [row] = await tx<{ id: string }>`
    select id from content_import
    where digest = ${digest} and archive_missing = ${archiveMissing} and finished_at is null`
  return row!.id
}

export async function findArchive(db: Db, id: string): Promise<Buffer | undefined> {
  const [row] = await db<{ archive: Buffer | null }>`select archive from content_import where id = ${id}`
  return row?.archive ?? undefined
}

export async function updateProgress(
  tx: Tx,
  id: string,
  { step, done, total }: { step: string | null; done: number; total: number },
): Promise<void> {
  await tx`
    update content_import set state = 'RUNNING', step = ${step}, done = ${done}, total = ${total}
    where id = ${id} and finished_at is null`
}

/** Ends an import and deletes its archive. */
export async function updateFinishedImport(
  tx: Tx,
  id: string,
  { packs, faults, now }: { packs: PackOutcome[]; faults: PackError[]; now: Date },
): Promise<void> {
  await tx`
    update content_import set state = ${faults.length > 0 ? 'FAILED' : 'DONE'}, step = null, packs = ${packs}::jsonb,
      faults = ${faults}::jsonb, finished_at = ${now}, archive = null
    where id = ${id} and finished_at is null`
}
