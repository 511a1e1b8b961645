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
 * certificate has one transaction in flight and they stay in order. A mint waits until the user has a wallet.
 */
export async function enqueueNextTransaction(tx: Tx, certificate: Certificate, now: Date): Promise<void> {
  const { id, userId, tokenId, metadataCid, revocationReason } = certificate
  const step = nextStep(certificate)
  if (!step || certificate.pendingStep) return
  const wallets = step === 'MINT' ? await listWalletAddresses(tx, [userId]) : undefined
  const ownerAddress = wallets?.get(userId)
  if (wallets && !ownerAddress) return scheduleRetry(tx, id, addMs(now, MINUTE_MS))
  await updatePending(tx, id, { step, ownerAddress })

  const reference = transactionReference(certificate, step)
  const call = { reference, kind: CERTIFICATE_TRANSACTION_KINDS[step], contract: CourseCertificate }
  const hash = referenceHash(reference)
  const uri = metadataUri(metadataCid)
  const isNew =
    step === 'MINT'
      ? await enqueueTransaction(tx, { ...call, functionName: 'mint', args: [hash, ownerAddress!, uri] })
      : step === 'REVOKE'
        ? await enqueueTransaction(tx, {
            ...call,
            functionName: 'revoke',
            args: [hash, BigInt(tokenId!), revocationReason!],
          })
        : await enqueueTransaction(tx, {
            ...call,
            functionName: 'setTokenURI',
            args: [hash, BigInt(tokenId!), uri],
          })
  // A transaction with this reference exists, so it has failed before.
  if (!isNew) await retryTransaction(tx, reference)
}
