import type { Hex } from 'viem'
import type { Confirmation, StoredEvent, WebhookEventId } from '../webhook-source.ts'
import { asKnownEvent, ContractEventSchema, isKnownType, type KnownEvent } from './contract-event.ts'
import { type ChainLog, parseChainLog } from './parse-chain-log.ts'

/** The part of a chain that confirms events. */
export interface ReceiptSource {
  readonly contracts: Readonly<Record<string, string>>
  /** Returns the logs of our contracts in a transaction; undefined if no confirmed block contains it. */
  readTransactionLogs(transactionHash: Hex): Promise<ChainLog[] | undefined>
}

/**
 * Confirms contract events with our own node: the transaction is in a confirmed block, and one of our contracts emitted
 * the event in it. A signature alone does not credit rewards, because the secret of the sender may leak.
 */
export async function confirmContractEvents(
  chain: ReceiptSource,
  stored: StoredEvent[],
): Promise<Map<WebhookEventId, Confirmation>> {
  const addresses = new Set(Object.values(chain.contracts).map((address) => address.toLowerCase()))
  const readings = new Map<string, Promise<ChainLog[] | undefined>>()
  const readLogs = (hash: string) => {
    const reading = readings.get(hash) ?? chain.readTransactionLogs(hash as Hex)
    readings.set(hash, reading)
    return reading
  }
  const confirm = async ({ body }: StoredEvent): Promise<Confirmation> => {
    const given = ContractEventSchema.parse(body)
    // Without effect, so there is nothing to confirm.
    if (!isKnownType(given.eventType)) return { verdict: 'confirmed' }
    const event = asKnownEvent(given)
    if (!addresses.has(event.contractAddress))
      return { verdict: 'rejected', note: `${event.contractAddress} is not one of our contracts.` }
    const logs = await readLogs(event.transactionHash)
    if (!logs)
      return { verdict: 'unconfirmed', note: `${event.transactionHash} is not in a confirmed block.` }
    return logs.some((log) => isReportedBy(event, log))
      ? { verdict: 'confirmed' }
      : { verdict: 'rejected', note: `${event.transactionHash} has no such event.` }
  }
  const confirmations = await Promise.all(
    stored.map(async (event): Promise<[WebhookEventId, Confirmation]> => [event.id, await confirm(event)]),
  )
  return new Map(confirmations)
}

function isReportedBy({ eventType, contractAddress, logIndex, data }: KnownEvent, log: ChainLog): boolean {
  const found = parseChainLog(log)
  return (
    found?.eventType === eventType &&
    found.contractAddress.toLowerCase() === contractAddress &&
    found.data.userAddress?.toLowerCase() === data.userAddress &&
    // Certificates and badges may be reported without an amount, and tokens without an id.
    (data.amount === undefined || BigInt(found.data.amount!) === BigInt(data.amount)) &&
    (data.tokenId === undefined || found.data.tokenId === data.tokenId) &&
    (logIndex === undefined || found.logIndex === logIndex)
  )
}
