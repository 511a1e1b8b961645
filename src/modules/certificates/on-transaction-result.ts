import { certificateMinted } from '../../events/certificates.ts'
import type { transactionConfirmed, transactionFailed } from '../../platform/chain/relayer/events.ts'
import { now } from '../../platform/clock.ts'
import { nextAttemptAt } from '../../platform/concurrency/backoff.ts'
import { assert } from '../../platform/errors.ts'
import { deleteDocuments } from '../../platform/ipfs/documents.ts'
import { log } from '../../platform/log.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { enqueueNextTransaction } from './enqueue-next-transaction.ts'
import {
  CERTIFICATE_TRANSACTION_KINDS,
  type CertificateId,
  type CertificateStep,
  documentOwnerKey,
  parseTransactionReference,
} from './public/certificate.ts'
import {
  findCertificateForUpdate,
  scheduleRetry,
  updateFailed,
  updateMinted,
  updateRevokedOnChain,
  updateUriSet,
} from './queries.ts'

type Confirmed = ReturnType<typeof transactionConfirmed>

/** A step is on the chain: it is written down, and the next one taken, if there is one. */
export async function onTransactionConfirmed(tx: Tx, { data }: Confirmed): Promise<void> {
  const step = stepOf(data.kind)
  if (!step) return
  const { id, cid } = parseTransactionReference(data.reference)
  const at = now()
  if (step === 'MINT') await recordMint(tx, id, data, at)
  else if (step === 'SET_URI') await updateUriSet(tx, id, cid!)
  else await updateRevokedOnChain(tx, id, at)

  const certificate = await findCertificateForUpdate(tx, id)
  assert(certificate, 'a certificate stays')
  // What the token no longer names was wrong, or it would not have been put right.
  if (step === 'SET_URI') await deleteDocuments(tx, [documentOwnerKey(id)], certificate.metadataCid)
  await enqueueNextTransaction(tx, certificate, at)
}

async function recordMint(tx: Tx, id: CertificateId, data: Confirmed['data'], at: Date): Promise<void> {
  const minted = data.logs.find(
    ({ contract, eventName }) => contract === 'CourseCertificate' && eventName === 'Transfer',
  )
  assert(minted, 'a mint has a Transfer among its logs')
  const { transactionHash } = data
  if (!(await updateMinted(tx, id, { tokenId: String(minted.args.tokenId), transactionHash, now: at })))
    return
  const { userId, courseId, courseTitle, number } = (await findCertificateForUpdate(tx, id))!
  const details = { userId, certificateId: id, courseId, courseTitle, certificateNumber: number }
  tx.emit(certificateMinted({ ...details, at: at.toISOString() }))
}

/** It will not be on the chain unless it is tried again, which it is, later and later. */
export async function onTransactionFailed(
  tx: Tx,
  { data }: ReturnType<typeof transactionFailed>,
): Promise<void> {
  const step = stepOf(data.kind)
  if (!step) return
  const { id } = parseTransactionReference(data.reference)
  const failures = await updateFailed(tx, id, { step, reason: data.reason })
  if (failures === undefined) return
  await scheduleRetry(tx, id, nextAttemptAt(failures, now()))
  log.warn(
    { certificateId: id, step, failures, reason: data.reason },
    'certificates: chain transaction failed',
  )
}

function stepOf(kind: string): CertificateStep | undefined {
  return (Object.keys(CERTIFICATE_TRANSACTION_KINDS) as CertificateStep[]).find(
    (step) => CERTIFICATE_TRANSACTION_KINDS[step] === kind,
  )
}
