import type { Tx } from '../../platform/transaction/tx.ts'
import { enqueueNextTransaction } from './enqueue-next-transaction.ts'
import { drawCertificateJob } from './jobs.ts'
import type { Certificate } from './public/certificate.ts'
import { lockCertificate } from './public/lock-certificate.ts'
import { updateContent } from './queries.ts'
import { buildTokenDocuments, storeTokenDocuments } from './token-documents.ts'

interface ReissueCertificate {
  /** With the changed content. The caller holds its row lock. */
  certificate: Certificate & { studentName: string }
  publicUrl: string
  now: Date
}

/** Stores a document with the changed content and enqueues the transaction that points the token to it. */
export async function reissueCertificate(
  tx: Tx,
  { certificate, publicUrl, now }: ReissueCertificate,
): Promise<Certificate> {
  const { id, studentName, verified, project } = certificate
  const documents = buildTokenDocuments(certificate, publicUrl)
  await storeTokenDocuments(tx, documents, { certificateId: id, now })
  await updateContent(tx, id, { studentName, verified, project, metadataCid: documents.metadata.cid })
  const reissued = await lockCertificate(tx, id)
  await enqueueNextTransaction(tx, reissued, now)
  tx.enqueue(drawCertificateJob, { certificateId: id })
  return reissued
}
