import { CourseCertificate } from '../../../contracts/artifacts/CourseCertificate.ts'
import { referenceHash } from '../../platform/chain/contract.ts'
import { enqueueTransaction, retryTransaction } from '../../platform/chain/relayer/enqueue-transaction.ts'
import { addMs, MINUTE_MS } from '../../platform/clock.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { listWalletAddresses } from '../wallet/public/wallet-addresses.ts'
import {
  CERTIFICATE_TRANSACTION_KINDS,
  type Certificate,
  metadataUri,
  nextStep,
  transactionReference,
} from './public/certificate.ts'
import { scheduleRetry, updatePending } from './queries.ts'

/**
 * Enqueues the next chain transaction of a certificate unless one is pending. The caller must hold the row lock, so each
 * certificate has one transaction in flight and they stay in order.
 */
export async function enqueueNextTransaction(tx: Tx, certificate: Certificate, now: Date): Promise<void> {
  const step = nextStep(certificate)
  if (!step || certificate.pending) return
  const reference = transactionReference(certificate, step)
  const common = { reference, kind: CERTIFICATE_TRANSACTION_KINDS[step], contract: CourseCertificate }
  const hash = referenceHash(reference)

  if (step === 'MINT') {
    const ownerAddress = (await listWalletAddresses(tx, [certificate.userId])).get(certificate.userId)
    if (!ownerAddress) return scheduleRetry(tx, certificate.id, addMs(now, MINUTE_MS))
    await updatePending(tx, certificate.id, { step, ownerAddress })
    const args = [hash, ownerAddress, metadataUri(certificate.metadataCid)] as const
    return retryIfKnown(
      tx,
      reference,
      await enqueueTransaction(tx, { ...common, functionName: 'mint', args }),
    )
  }
  const tokenId = BigInt(certificate.tokenId!)
  await updatePending(tx, certificate.id, { step })
  if (step === 'REVOKE') {
    const args = [hash, tokenId, certificate.revocationReason!] as const
    return retryIfKnown(
      tx,
      reference,
      await enqueueTransaction(tx, { ...common, functionName: 'revoke', args }),
    )
  }
  const args = [hash, tokenId, metadataUri(certificate.metadataCid)] as const
  return retryIfKnown(
    tx,
    reference,
    await enqueueTransaction(tx, { ...common, functionName: 'setTokenURI', args }),
  )
}

/** One that is known has failed before; it is sent again, under its own reference. */
async function retryIfKnown(tx: Tx, reference: string, isNew: boolean): Promise<void> {
  if (!isNew) await retryTransaction(tx, reference)
}
