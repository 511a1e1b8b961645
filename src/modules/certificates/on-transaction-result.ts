import { certificateMinted } from '../../events/certificates.ts'
import type { transactionConfirmed, transactionFailed } from '../../platform/chain/relayer/events.ts'
import { nextAttemptAt } from '../../platform/concurrency/backoff.ts'
import { assert } from '../../platform/errors.ts'
import { deleteDocuments } from '../../platform/ipfs/documents.ts'
import { log } from '../../platform/log.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { enqueueNextTransaction } from './enqueue-next-transaction.ts'
import {
  CERTIFICATE_TRANSACTION_KINDS,
  type Certificate,
  type CertificateStep,
  documentOwnerKey,
  parseTransactionReference,
} from './public/certificate.ts'
import { lockCertificate } from './public/lock-certificate.ts'
import { scheduleRetry, updateFailed, updateMinted, updateRevokedOnChain, updateUriSet } from './queries.ts'

type Confirmed = ReturnType<typeof transactionConfirmed>

/** Records that a step is on the chain and enqueues the next one. */
export async function onTransactionConfirmed(tx: Tx, { data }: Confirmed): Promise<void> {
  const step = stepOf(data.kind)
  if (!step) return
  const { id, cid } = parseTransactionReference(data.reference)
  const at = new Date(data.at)
  let isMintedNow = false
  if (step === 'MINT') isMintedNow = await updateMinted(tx, id, { ...mintedToken(data), now: at })
  else if (step === 'SET_URI') await updateUriSet(tx, id, cid!)
  else await updateRevokedOnChain(tx, id, at)

  const certificate = await lockCertificate(tx, id)
  if (isMintedNow) emitMinted(tx, certificate, at)
  // The token no longer points to the earlier documents, which contain the uncorrected name.
  if (step === 'SET_URI') await deleteDocuments(tx, [documentOwnerKey(id)], certificate.metadataCid)
  await enqueueNextTransaction(tx, certificate, at)
}

function mintedToken({ logs, transactionHash }: Confirmed['data']) {
  const transfer = logs.find(
    ({ contract, eventName }) => contract === 'CourseCertificate' && eventName === 'Transfer',
  )
  assert(transfer, 'the logs of a mint contain a Transfer')
  return { tokenId: String(transfer.args.tokenId), transactionHash }
}

function emitMinted(tx: Tx, { id, userId, courseId, courseTitle, number }: Certificate, at: Date): void {
  const details = { userId, certificateId: id, courseId, courseTitle, certificateNumber: number }
  tx.emit(certificateMinted({ ...details, at: at.toISOString() }))
}

/** Schedules a retry of a failed step, with backoff. */
export async function onTransactionFailed(
  tx: Tx,
  { data }: ReturnType<typeof transactionFailed>,
): Promise<void> {
  const step = stepOf(data.kind)
  if (!step) return
  const { id } = parseTransactionReference(data.reference)
  const failedAttempts = await updateFailed(tx, id, { step, reason: data.reason })
  if (failedAttempts === undefined) return
  await scheduleRetry(tx, id, nextAttemptAt(failedAttempts, new Date(data.at)))
  log.warn(
    { certificateId: id, step, failedAttempts, reason: data.reason },
    'certificates: chain transaction failed',
  )
}

function stepOf(kind: string): CertificateStep | undefined {
  return (Object.keys(CERTIFICATE_TRANSACTION_KINDS) as CertificateStep[]).find(
    (step) => CERTIFICATE_TRANSACTION_KINDS[step] === kind,
  )
}
