import { CourseCertificate } from '../../../../contracts/artifacts/CourseCertificate.ts'
import { referenceHash } from '../../../platform/chain/contract.ts'
import { enqueueTransaction, retryTransaction } from '../../../platform/chain/relayer/enqueue-transaction.ts'
import { later, MINUTE_MS } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/tx.ts'
import { listWalletAddresses } from '../../wallet/accounts/list-wallet-addresses.ts'
import { type Certificate, KINDS, metadataUri, nextStep, stepReference } from '../certificate.ts'
import { updateOwed, updatePending } from '../queries.ts'

/**
 * Owes the chain the next thing that it lacks, if there is one and nothing is under way. Whoever calls this holds the
 * row, so one transaction at a time is owed for a certificate, and they come in their order.
 */
export async function takeNextStep(tx: Tx, certificate: Certificate, now: Date): Promise<void> {
  const step = nextStep(certificate)
  if (!step || certificate.pending) return
  const reference = stepReference(certificate, step)
  const common = { reference, kind: KINDS[step], contract: CourseCertificate }
  const hash = referenceHash(reference)

  if (step === 'MINT') {
    const ownerAddress = (await listWalletAddresses(tx, [certificate.userId])).get(certificate.userId)
    if (!ownerAddress) return updateOwed(tx, certificate.id, later(now, MINUTE_MS))
    await updatePending(tx, certificate.id, { step, ownerAddress })
    const args = [hash, ownerAddress, metadataUri(certificate.metadataCid)] as const
    return owe(tx, reference, await enqueueTransaction(tx, { ...common, functionName: 'mint', args }))
  }
  const tokenId = BigInt(certificate.tokenId!)
  await updatePending(tx, certificate.id, { step })
  if (step === 'REVOKE') {
    const args = [hash, tokenId, certificate.revocationReason!] as const
    return owe(tx, reference, await enqueueTransaction(tx, { ...common, functionName: 'revoke', args }))
  }
  const args = [hash, tokenId, metadataUri(certificate.metadataCid)] as const
  return owe(tx, reference, await enqueueTransaction(tx, { ...common, functionName: 'setTokenURI', args }))
}

/** One that is known has failed before; it is sent again, under its own reference. */
async function owe(tx: Tx, reference: string, isNew: boolean): Promise<void> {
  if (!isNew) await retryTransaction(tx, reference)
}
