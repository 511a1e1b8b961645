import type { transactionConfirmed, transactionFailed } from '../../../platform/chain/relayer/events.ts'
import { now } from '../../../platform/clock.ts'
import { assert } from '../../../platform/errors.ts'
import { deleteDocuments } from '../../../platform/ipfs/documents.ts'
import { log } from '../../../platform/log.ts'
import { nextTry } from '../../../platform/next-try.ts'
import type { Tx } from '../../../platform/tx.ts'
import { type CertificateId, certificateIn, documentsAbout, KINDS, type Step } from '../certificate.ts'
import { certificateMinted } from '../events.ts'
import {
  lockCertificate,
  updateFailed,
  updateMinted,
  updateOwed,
  updateRevokedOnChain,
  updateUriSet,
} from '../queries.ts'
import { takeNextStep } from './take-next-step.ts'

type Confirmed = ReturnType<typeof transactionConfirmed>

/** A step is on the chain: it is written down, and the next one taken, if there is one. */
export async function confirmStep(tx: Tx, { data }: Confirmed): Promise<void> {
  const step = stepOf(data.kind)
  if (!step) return
  const { id, cid } = certificateIn(data.reference)
  const at = now()
  if (step === 'MINT') await recordMint(tx, id, data, at)
  else if (step === 'SET_URI') await updateUriSet(tx, id, cid!)
  else await updateRevokedOnChain(tx, id, at)

  const certificate = await lockCertificate(tx, id)
  assert(certificate, 'a certificate stays')
  // What the token no longer names was wrong, or it would not have been put right.
  if (step === 'SET_URI') await deleteDocuments(tx, [documentsAbout(id)], certificate.metadataCid)
  await takeNextStep(tx, certificate, at)
}

async function recordMint(tx: Tx, id: CertificateId, data: Confirmed['data'], at: Date): Promise<void> {
  const minted = data.logs.find(
    ({ contract, eventName }) => contract === 'CourseCertificate' && eventName === 'Transfer',
  )
  assert(minted, 'a mint has a Transfer among its logs')
  const { transactionHash } = data
  if (!(await updateMinted(tx, id, { tokenId: String(minted.args.tokenId), transactionHash, now: at })))
    return
  const { userId, courseId, courseTitle, number } = (await lockCertificate(tx, id))!
  const fact = { userId, certificateId: id, courseId, courseTitle, certificateNumber: number }
  tx.emit(certificateMinted({ ...fact, at: at.toISOString() }))
}

/** It will not be on the chain unless it is tried again, which it is, later and later. */
export async function failStep(tx: Tx, { data }: ReturnType<typeof transactionFailed>): Promise<void> {
  const step = stepOf(data.kind)
  if (!step) return
  const { id } = certificateIn(data.reference)
  const failures = await updateFailed(tx, id, { step, reason: data.reason })
  if (failures === undefined) return
  await updateOwed(tx, id, nextTry(failures, now()))
  log.warn({ certificateId: id, step, failures, reason: data.reason }, 'certificates: a transaction failed')
}

function stepOf(kind: string): Step | undefined {
  return (Object.keys(KINDS) as Step[]).find((step) => KINDS[step] === kind)
}
