import { storeDocument } from '../../platform/ipfs/documents.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { enqueueNextTransaction } from './enqueue-next-transaction.ts'
import { drawCertificateJob } from './jobs.ts'
import { type Certificate, documentOwnerKey, type VerifiedResult } from './public/certificate.ts'
import { lockCertificate } from './public/lock-certificate.ts'
import { updateContent } from './queries.ts'
import { buildTokenMetadata } from './token-metadata.ts'

interface ReissueCertificate {
  /** The caller holds its row lock. */
  certificate: Certificate
  studentName: string
  verified: VerifiedResult | null
  publicUrl: string
  now: Date
}

/** Stores a document with the changed content and enqueues the transaction that points the token to it. */
export async function reissueCertificate(
  tx: Tx,
  { certificate, studentName, verified, publicUrl, now }: ReissueCertificate,
): Promise<Certificate> {
  const { id } = certificate
  const { cid, content } = buildTokenMetadata({ ...certificate, studentName, verified }, publicUrl)
  await storeDocument(tx, { cid, subject: documentOwnerKey(id), content }, now)
  await updateContent(tx, id, { studentName, verified, metadataCid: cid })
  const reissued = await lockCertificate(tx, id)
  await enqueueNextTransaction(tx, reissued, now)
  tx.enqueue(drawCertificateJob, { certificateId: id })
  return reissued
}
