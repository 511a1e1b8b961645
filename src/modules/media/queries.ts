import type { AutocommitDb, Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { Medium, MediumFile, MediumId, MediumKind } from './public/medium.ts'

/** One upload or change of quota of an author at a time. */
export async function lockLibrary(tx: Tx, ownerId: UserId): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`media:${ownerId}`}, 0))`
}

/** One import inserts media at a time, so that two imports of one pack insert each medium once. */
export async function lockMediaImport(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('media:import', 0))`
}

/** The bytes of all media of an author, those being uploaded included. */
export async function getUsedBytes(db: Db, ownerId: UserId): Promise<bigint> {
  const [row] = await db<{ bytes: bigint }>`
    select coalesce(sum(size_bytes), 0)::bigint as bytes from medium
    where owner_id = ${ownerId} and status <> 'DELETED'`
  return row!.bytes
}

type NewMedium = Omit<Medium, 'createdAt' | 'updatedAt'> & { digest: Buffer }

/** Inserts a medium whose files are not stored yet. */
export async function insertUpload(tx: Tx, medium: NewMedium, now: Date): Promise<void> {
  await tx`
    insert into medium (id, owner_id, status, kind, name, alt, is_decorative, digest, size_bytes, width, height,
      placeholder, duration_seconds, files, created_at, updated_at)
    values (${medium.id}, ${medium.ownerId}, 'UPLOADING', ${medium.kind}, ${medium.name}, ${medium.alt},
      ${medium.isDecorative}, ${medium.digest}, ${medium.sizeBytes}, ${medium.width}, ${medium.height},
      ${medium.placeholder}, ${medium.durationSeconds === null ? null : String(medium.durationSeconds)}::text::double precision,
      ${medium.files}::jsonb, ${now}, ${now})`
}

/** Makes an upload visible. Returns false if it is gone. */
export async function updateStored(tx: Tx, id: MediumId): Promise<boolean> {
  const rows =
    await tx`update medium set status = 'STORED' where id = ${id} and status = 'UPLOADING' returning id`
  return rows.length > 0
}

export interface MediumSelection {
  id?: MediumId
  ownerId?: UserId
  digest?: Buffer
  kind?: MediumKind | undefined
  /** For `ilike`. */
  pattern?: string | undefined
  after?: { createdAt: Date; id: string } | undefined
  limit: number
  offset?: number
}

/** Returns stored media, the newest first. */
export async function listMedia(db: Db, selection: MediumSelection): Promise<Medium[]> {
  const { id = null, ownerId = null, digest = null, kind = null, pattern = null, after, limit } = selection
  return db<Medium>`
    select id, owner_id as "ownerId", kind, name, alt, is_decorative as "isDecorative", size_bytes as "sizeBytes", width,
      height, placeholder, duration_seconds as "durationSeconds", files, created_at as "createdAt",
      updated_at as "updatedAt"
    from medium
    where status = 'STORED' and (${id}::uuid is null or id = ${id}::uuid)
      and (${ownerId}::uuid is null or owner_id = ${ownerId}::uuid)
      and (${digest}::bytea is null or digest = ${digest}::bytea)
      and (${kind}::text is null or kind = ${kind}::text)
      and (${pattern}::text is null or name || ' ' || coalesce(alt, '') ilike ${pattern}::text)
      and (${after?.createdAt ?? null}::timestamptz is null
        or (date_trunc('milliseconds', created_at), id) < (${after?.createdAt ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by created_at desc, id desc
    limit ${limit} offset ${selection.offset ?? 0}`
}

type MediumStatus = 'UPLOADING' | 'STORED' | 'DELETED'

/** The status of the given media, also of those that are not visible. */
export async function listMediaStates(db: Db, ids: string[]): Promise<Map<string, MediumStatus>> {
  const rows = await db<{ id: string; status: MediumStatus }>`
    select id, status from medium where id = any(${ids}::uuid[])`
  return new Map(rows.map(({ id, status }) => [id, status]))
}

export async function countMedia(
  db: Db,
  {
    ownerId,
    kind = null,
    pattern = null,
  }: { ownerId: UserId; kind: MediumKind | null; pattern: string | null },
): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*)::integer as count from medium
    where status = 'STORED' and owner_id = ${ownerId} and (${kind}::text is null or kind = ${kind}::text)
      and (${pattern}::text is null or name || ' ' || coalesce(alt, '') ilike ${pattern}::text)`
  return row!.count
}

/** Locks a medium until commit, so that no content begins to use it. Returns whether it exists. */
export async function lockMedium(tx: Tx, id: MediumId): Promise<boolean> {
  const rows = await tx`select id from medium where id = ${id} and status = 'STORED' for update`
  return rows.length > 0
}

/** Keeps a medium from being deleted until commit. */
export async function shareLockMedium(tx: Tx, id: MediumId): Promise<void> {
  await tx`select id from medium where id = ${id} for key share`
}

export async function updateAlt(tx: Tx, id: MediumId, alt: string | null, now: Date): Promise<void> {
  await tx`
    update medium set alt = ${alt}, is_decorative = ${alt === null}, updated_at = ${now}
    where id = ${id} and status = 'STORED'`
}

/** Marks a medium as deleted: it is not visible any more, and a job deletes its files. */
export async function updateDeleted(tx: Tx, id: MediumId): Promise<void> {
  await tx`update medium set status = 'DELETED' where id = ${id}`
}

export interface DeletedMedium {
  id: MediumId
  files: MediumFile[]
}

export async function listDeletedMedia(
  db: Db,
  { ids, limit }: { ids: readonly string[] | null; limit: number },
): Promise<DeletedMedium[]> {
  return db<DeletedMedium>`
    select id, files from medium
    where status = 'DELETED' and (${ids === null} or id = any(${[...(ids ?? [])]}::uuid[]))
    order by created_at limit ${limit}`
}

/** Marks uploads that never ended, so that they cannot end while their files are deleted. */
export async function updateAbandoned(autocommitDb: AutocommitDb, before: Date): Promise<void> {
  await autocommitDb`
    update medium set status = 'DELETED' where status = 'UPLOADING' and created_at < ${before}`
}

export async function deleteMediumRow(autocommitDb: AutocommitDb, id: MediumId): Promise<void> {
  await autocommitDb`delete from medium where id = ${id} and status = 'DELETED'`
}

/** Marks the media of a user that nothing uses as deleted and returns them. The others lose the name of their file. */
export async function eraseUserMedia(tx: Tx, userId: UserId): Promise<MediumId[]> {
  await tx`select id from medium where owner_id = ${userId} and status <> 'DELETED' order by id for update`
  const rows = await tx<{ id: MediumId }>`
    update medium set status = 'DELETED'
    where owner_id = ${userId} and status <> 'DELETED'
      and not exists (select from medium_use where medium_id = medium.id)
    returning id`
  await tx`update medium set name = 'file' where owner_id = ${userId} and name <> 'file'`
  return rows.map(({ id }) => id)
}
