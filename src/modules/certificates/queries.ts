import type { Address } from 'viem'
import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { Certificate, CertificateId, CertificateStep, RevocationReason } from './public/certificate.ts'

type Course = 'courseId' | 'courseTitle' | 'courseDescription' | 'courseMinutes'
type Content = Pick<Certificate, 'verified' | 'project' | 'metadataCid'> & { studentName: string }
type NewCertificate = Pick<Certificate, 'id' | 'userId' | 'number' | Course> & Content

/** Returns undefined if the user already has a certificate of this course, or if the number is taken. */
export async function insertCertificate(
  tx: Tx,
  row: NewCertificate,
  now: Date,
): Promise<Certificate | undefined> {
  const rows = await tx`
    insert into certificate (id, user_id, course_id, number, student_name, course_title, course_description,
      course_minutes, verified, project, metadata_cid, issued_at)
    values (${row.id}, ${row.userId}, ${row.courseId}, ${row.number}, ${row.studentName}, ${row.courseTitle},
      ${row.courseDescription}, ${row.courseMinutes}, ${row.verified}::jsonb, ${row.project}::jsonb,
      ${row.metadataCid}, ${now})
    on conflict do nothing returning id`
  return rows.length > 0 ? findById(tx, row.id) : undefined
}

export async function findById(db: Db, id: CertificateId): Promise<Certificate | undefined> {
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

/** Locks the certificates of a user that are not revoked, in the order of their ids, until commit. */
export async function lockChangeableCertificates(tx: Tx, userId: UserId): Promise<Certificate[]> {
  return tx<Certificate>`
    select * from certificate_row where "userId" = ${userId} and status <> 'REVOKED' order by id for no key update`
}

/** Returns undefined if the certificate is no longer due, or if another process has locked it. */
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

/** Marks a step as pending. A retried mint keeps its document, because the transaction is resent unchanged. */
export async function updatePending(
  tx: Tx,
  id: CertificateId,
  { step, ownerAddress }: { step: CertificateStep; ownerAddress: Address | undefined },
): Promise<void> {
  await tx`
    update certificate set pending_step = ${step}, retry_at = null,
      status = case when ${step} = 'MINT' then 'MINTING' else status end,
      owner_address = coalesce(owner_address, ${ownerAddress ?? null}),
      chain_cid = coalesce(chain_cid, metadata_cid)
    where id = ${id}`
}

export async function scheduleRetry(tx: Tx, id: CertificateId, retryAt: Date): Promise<void> {
  await tx`update certificate set retry_at = ${retryAt} where id = ${id} and pending_step is null`
}

/** Returns false if no mint was pending: a repeated result changes nothing. */
export async function updateMinted(
  tx: Tx,
  id: CertificateId,
  { tokenId, transactionHash, now }: { tokenId: string; transactionHash: string; now: Date },
): Promise<boolean> {
  const rows = await tx`
    update certificate set status = 'MINTED', token_id = ${tokenId}, transaction_hash = ${transactionHash},
      minted_at = ${now}, pending_step = null, failed_attempts = 0, last_error = null
    where id = ${id} and pending_step = 'MINT' returning id`
  return rows.length > 0
}

export async function updateUriSet(tx: Tx, id: CertificateId, cid: string): Promise<void> {
  await tx`
    update certificate set chain_cid = ${cid}, pending_step = null, failed_attempts = 0, last_error = null
    where id = ${id} and pending_step = 'SET_URI'`
}

export async function updateRevokedOnChain(tx: Tx, id: CertificateId, now: Date): Promise<void> {
  await tx`
    update certificate set revoked_on_chain_at = ${now}, pending_step = null, failed_attempts = 0, last_error = null
    where id = ${id} and pending_step = 'REVOKE'`
}

/** Returns the number of consecutive failures, or undefined if this step was not pending. */
export async function updateFailed(
  tx: Tx,
  id: CertificateId,
  { step, reason }: { step: CertificateStep; reason: string },
): Promise<number | undefined> {
  const [row] = await tx<{ failedAttempts: number }>`
    update certificate set pending_step = null, failed_attempts = failed_attempts + 1,
      last_error = ${reason.slice(0, 500)},
      status = case when ${step} = 'MINT' then 'FAILED' else status end
    where id = ${id} and pending_step = ${step} returning failed_attempts as "failedAttempts"`
  return row?.failedAttempts
}

export async function updateRevoked(
  tx: Tx,
  id: CertificateId,
  { reason, now }: { reason: RevocationReason; now: Date },
): Promise<void> {
  await tx`
    update certificate set status = 'REVOKED', revoked_at = ${now}, revocation_reason = ${reason} where id = ${id}`
}

export async function updateContent(
  tx: Tx,
  id: CertificateId,
  { studentName, verified, project, metadataCid }: Content,
): Promise<void> {
  await tx`
    update certificate set student_name = ${studentName}, verified = ${verified}::jsonb, project = ${project}::jsonb,
      metadata_cid = ${metadataCid}
    where id = ${id}`
}

/** Returns all certificates of the user, with the content of the files that they had. */
export async function eraseStudentNames(tx: Tx, userId: UserId) {
  return tx<{ id: CertificateId; drawnContent: string | null }>`
    update certificate set student_name = null, drawn_content = null where user_id = ${userId}
    returning id, old.drawn_content as "drawnContent"`
}

/** Records what the files will show, before they are stored. Returns undefined if the certificate says something else by now. */
export async function updateDrawn(
  tx: Tx,
  certificate: Pick<Certificate, 'id' | 'metadataCid' | 'status'>,
  drawnContent: string,
): Promise<{ replaced: string | null } | undefined> {
  const [row] = await tx<{ replaced: string | null }>`
    update certificate set drawn_content = ${drawnContent}
    where id = ${certificate.id} and student_name is not null and metadata_cid = ${certificate.metadataCid}
      and (status = 'REVOKED') = ${certificate.status === 'REVOKED'}
    returning old.drawn_content as replaced`
  return row
}

/** The status list indexes of revoked certificates, from `first` up to but excluding `last`. */
export async function listRevokedIndexes(db: Db, first: bigint, last: bigint): Promise<bigint[]> {
  const rows = await db<{ statusIndex: bigint }>`
    select status_index as "statusIndex" from certificate
    where status = 'REVOKED' and status_index >= ${first} and status_index < ${last}`
  return rows.map(({ statusIndex }) => statusIndex)
}

/** The highest status list index; undefined before the first certificate. */
export async function findLastStatusIndex(db: Db): Promise<bigint | undefined> {
  const [row] = await db<{
    statusIndex: bigint | null
  }>`select max(status_index) as "statusIndex" from certificate`
  return row?.statusIndex ?? undefined
}
