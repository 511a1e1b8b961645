import type { Address } from 'viem'
import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { Certificate, CertificateId, CertificateStep, RevocationReason } from './public/certificate.ts'

export interface NewCertificate {
  id: CertificateId
  userId: UserId
  courseId: string
  number: string
  studentName: string
  courseTitle: string
  courseDescription: string
  metadataCid: string
}

/** Undefined when the user has one for this course, or when somebody has this number. */
export async function insertCertificate(
  tx: Tx,
  row: NewCertificate,
  now: Date,
): Promise<Certificate | undefined> {
  const rows = await tx`
    insert into certificate (id, user_id, course_id, number, student_name, course_title, course_description,
      metadata_cid, issued_at)
    values (${row.id}, ${row.userId}, ${row.courseId}, ${row.number}, ${row.studentName}, ${row.courseTitle},
      ${row.courseDescription}, ${row.metadataCid}, ${now})
    on conflict do nothing returning id`
  return rows.length > 0 ? findById(tx, row.id) : undefined
}

async function findById(db: Db, id: CertificateId): Promise<Certificate | undefined> {
  const [row] = await db<Certificate>`select * from certificate_row where id = ${id}`
  return row
}

export async function findByCourse(
  db: Db,
  userId: UserId,
  courseId: string,
): Promise<Certificate | undefined> {
  const [row] = await db<Certificate>`
    select * from certificate_row where "userId" = ${userId} and "courseId" = ${courseId}`
  return row
}

export async function findByNumber(db: Db, number: string): Promise<Certificate | undefined> {
  const [row] = await db<Certificate>`select * from certificate_row where number = ${number}`
  return row
}

export async function listByUser(
  db: Db,
  userId: UserId,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ certificates: Certificate[]; total: number }> {
  const [certificates, [counted]] = await Promise.all([
    db<Certificate>`
      select * from certificate_row where "userId" = ${userId}
      order by "issuedAt" desc, id desc limit ${limit} offset ${offset}`,
    db<{ total: number }>`select count(*)::int as total from certificate where user_id = ${userId}`,
  ])
  return { certificates, total: counted!.total }
}

/** Blocks until nobody else changes it. */
export async function findCertificateForUpdate(tx: Tx, id: CertificateId): Promise<Certificate | undefined> {
  const [row] = await tx<Certificate>`
    select * from certificate_row where id = ${id} for no key update`
  return row
}

/** Undefined when it is owed nothing any more, or somebody else is at it. */
export async function lockDueCertificate(
  tx: Tx,
  id: CertificateId,
  now: Date,
): Promise<Certificate | undefined> {
  const due = await tx`
    select id from certificate where id = ${id} and retry_at <= ${now} for no key update skip locked`
  return due.length > 0 ? findById(tx, id) : undefined
}

export async function listDueCertificates(db: Db, now: Date, limit: number): Promise<CertificateId[]> {
  const rows = await db<{ id: CertificateId }>`
    select id from certificate where retry_at <= ${now} order by retry_at limit ${limit}`
  return rows.map(({ id }) => id)
}

/** A step is under way. A mint that failed before is sent again as it was, so it names the document it named. */
export async function updatePending(
  tx: Tx,
  id: CertificateId,
  { step, ownerAddress }: { step: CertificateStep; ownerAddress?: Address },
): Promise<void> {
  await tx`
    update certificate set pending = ${step}, retry_at = null,
      status = case when ${step} = 'MINT' then 'MINTING' else status end,
      owner_address = coalesce(owner_address, ${ownerAddress ?? null}),
      chain_cid = coalesce(chain_cid, metadata_cid)
    where id = ${id}`
}

export async function scheduleRetry(tx: Tx, id: CertificateId, retryAt: Date): Promise<void> {
  await tx`update certificate set retry_at = ${retryAt} where id = ${id} and pending is null`
}

/** True when it was under way: a step ends once. */
export async function updateMinted(
  tx: Tx,
  id: CertificateId,
  { tokenId, transactionHash, now }: { tokenId: string; transactionHash: string; now: Date },
): Promise<boolean> {
  const rows = await tx`
    update certificate set status = 'MINTED', token_id = ${tokenId}, transaction_hash = ${transactionHash},
      minted_at = ${now}, pending = null, failures = 0, failure = null
    where id = ${id} and pending = 'MINT' returning id`
  return rows.length > 0
}

export async function updateUriSet(tx: Tx, id: CertificateId, cid: string): Promise<boolean> {
  const rows = await tx`
    update certificate set chain_cid = ${cid}, pending = null, failures = 0, failure = null
    where id = ${id} and pending = 'SET_URI' returning id`
  return rows.length > 0
}

export async function updateRevokedOnChain(tx: Tx, id: CertificateId, now: Date): Promise<boolean> {
  const rows = await tx`
    update certificate set revoked_on_chain_at = ${now}, pending = null, failures = 0, failure = null
    where id = ${id} and pending = 'REVOKE' returning id`
  return rows.length > 0
}

/** The number of failures in a row, or undefined when this step was not under way. */
export async function updateFailed(
  tx: Tx,
  id: CertificateId,
  { step, reason }: { step: CertificateStep; reason: string },
): Promise<number | undefined> {
  const [row] = await tx<{ failures: number }>`
    update certificate set pending = null, failures = failures + 1, failure = ${reason.slice(0, 500)},
      status = case when ${step} = 'MINT' then 'FAILED' else status end
    where id = ${id} and pending = ${step} returning failures`
  return row?.failures
}

export async function updateRevoked(
  tx: Tx,
  id: CertificateId,
  { reason, now }: { reason: RevocationReason; now: Date },
): Promise<void> {
  await tx`
    update certificate set status = 'REVOKED', revoked_at = ${now}, revocation_reason = ${reason} where id = ${id}`
}

export async function updateName(
  tx: Tx,
  id: CertificateId,
  { studentName, metadataCid }: { studentName: string; metadataCid: string },
): Promise<void> {
  await tx`
    update certificate set student_name = ${studentName}, metadata_cid = ${metadataCid} where id = ${id}`
}

/** The certificates of a user, of which no name is kept from now on. */
export async function eraseStudentNames(tx: Tx, userId: UserId): Promise<CertificateId[]> {
  const rows = await tx<{ id: CertificateId }>`
    update certificate set student_name = null where user_id = ${userId} returning id`
  return rows.map(({ id }) => id)
}

/** Places in the list of what is revoked, from the first to before the last. */
export async function listRevokedIndexes(db: Db, first: bigint, last: bigint): Promise<bigint[]> {
  const rows = await db<{ statusIndex: bigint }>`
    select status_index as "statusIndex" from certificate
    where status = 'REVOKED' and status_index >= ${first} and status_index < ${last}`
  return rows.map(({ statusIndex }) => statusIndex)
}

/** The highest place that was given; undefined before the first certificate. */
export async function findLastStatusIndex(db: Db): Promise<bigint | undefined> {
  const [row] = await db<{
    statusIndex: bigint | null
  }>`select max(status_index) as "statusIndex" from certificate`
  return row?.statusIndex ?? undefined
}
