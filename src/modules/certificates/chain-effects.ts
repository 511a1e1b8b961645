import { certificateMinted } from '../../events/certificates.ts'
import type {
  ChainEffect,
  ChainEffects,
  ConfirmedTransaction,
} from '../../platform/chain/relayer/chain-effects.ts'
import { assert } from '../../platform/errors.ts'
import { deleteDocuments } from '../../platform/ipfs/documents.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { enqueueNextTransaction } from './enqueue-next-transaction.ts'
import {
  CERTIFICATE_TRANSACTION_KINDS,
  type Certificate,
  type CertificateId,
  type CertificateStep,
  documentOwnerKey,
  parseTransactionReference,
} from './public/certificate.ts'
import { lockCertificate } from './public/lock-certificate.ts'
import { scheduleRetry, updateFailed, updateMinted, updateRevokedOnChain, updateUriSet } from './queries.ts'

export const certificateChainEffects: ChainEffects = {
  [CERTIFICATE_TRANSACTION_KINDS.MINT]: {
    ...failureEffects('MINT'),
    confirmed: async (tx, transaction, now) => {
      const { id } = parseTransactionReference(transaction.reference)
      const isMintedNow = await updateMinted(tx, id, { ...mintedToken(transaction), now })
      const certificate = await enqueueNext(tx, id, now)
      if (isMintedNow) emitMinted(tx, certificate, now)
    },
  },
  [CERTIFICATE_TRANSACTION_KINDS.SET_URI]: {
    ...failureEffects('SET_URI'),
    confirmed: async (tx, { reference }, now) => {
      const { id, cid } = parseTransactionReference(reference)
      await updateUriSet(tx, id, cid!)
      const { metadataCid } = await enqueueNext(tx, id, now)
      // The token no longer points to the earlier documents, which contain the uncorrected name.
      await deleteDocuments(tx, [documentOwnerKey(id)], metadataCid)
    },
  },
  [CERTIFICATE_TRANSACTION_KINDS.REVOKE]: {
    ...failureEffects('REVOKE'),
    confirmed: async (tx, { reference }, now) => {
      const { id } = parseTransactionReference(reference)
      await updateRevokedOnChain(tx, id, now)
      await enqueueNext(tx, id, now)
    },
  },
}

function failureEffects(step: CertificateStep): Pick<ChainEffect, 'failed' | 'retry'> {
  const idOf = (reference: string) => parseTransactionReference(reference).id
  return {
    failed: (tx, { reference, reason }) => updateFailed(tx, idOf(reference), { step, reason }),
    retry: (tx, { reference }, retryAt) => scheduleRetry(tx, idOf(reference), retryAt),
  }
}

async function enqueueNext(tx: Tx, id: CertificateId, now: Date): Promise<Certificate> {
  const certificate = await lockCertificate(tx, id)
  await enqueueNextTransaction(tx, certificate, now)
  return certificate
}

function mintedToken({ logs, transactionHash }: ConfirmedTransaction) {
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
