import { setTimeout as pause } from 'node:timers/promises'
import { now } from '../../../platform/clock.ts'
import { describeError } from '../../../platform/describe-error.ts'
import { Refusal } from '../../../platform/errors.ts'
import { log } from '../../../platform/log.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { WebhookSource } from '../public/webhook-source.ts'
import { EventQueue } from '../queue/event-queue.ts'
import { ContractEventSchema } from './contract-event.ts'
import { type ChainLog, chainLogEventId, parseChainLog } from './parse-chain-log.ts'
import { findNextBlock, updateNextBlock } from './queries.ts'
import { type SigningRules, signatureOf } from './verify-signature.ts'

/** As much of a chain as a watcher needs. */
export interface LogSource {
  readonly isEnabled: boolean
  readonly chainId: number
  /** Events of our contracts in blocks that are confirmed, in order; go on at `nextBlock`. */
  readLogs(range: { fromBlock: bigint }): Promise<{ logs: ChainLog[]; nextBlock: bigint }>
}

interface ChainPollDeps {
  platform: Pick<Platform, 'db' | 'write'>
  chain: LogSource
  /** Where to begin when there is no last time: nothing of ours is in the blocks before. */
  firstBlock: bigint
  source: WebhookSource
  rules: SigningRules
}

const PAUSE_MS = 2_000
const RUN_MS = 55_000

/** The timetable knows minutes only: one run lasts for its minute, and looks every few seconds. */
export async function pollChainLogsForAMinute(deps: ChainPollDeps, signal: AbortSignal): Promise<void> {
  if (!deps.chain.isEnabled) return
  const ends = performance.now() + RUN_MS
  while (performance.now() < ends && !signal.aborted) {
    try {
      await pollChainLogs(deps)
    } catch (fault) {
      // It comes back by itself, and what happened meanwhile is still there to be read.
      if (!(fault instanceof Refusal && fault.kind === 'unavailable')) throw fault
      log.warn({ fault: describeError(fault) }, 'webhooks: the chain is away')
    }
    await pause(PAUSE_MS, undefined, { signal }).catch(() => undefined)
  }
}

/**
 * Tells all that happened since the last time, by the same door as everybody: signed, verified, stored. Where it stopped
 * is noted after it was told, so a crash between the two tells some of it again, under the same ids.
 */
export async function pollChainLogs({
  platform,
  chain,
  firstBlock,
  source,
  rules,
}: ChainPollDeps): Promise<void> {
  const queue = new EventQueue(platform)
  for (;;) {
    const fromBlock = (await findNextBlock(platform.db, chain.chainId)) ?? firstBlock
    const { logs, nextBlock } = await chain.readLogs({ fromBlock })
    // Side by side, so that the inbox stores many by one commit: a batch for a hundred users has a hundred of them.
    await Promise.all(logs.map(enqueueLog))
    if (nextBlock <= fromBlock) return
    await platform.write((tx) => updateNextBlock(tx, chain.chainId, nextBlock, now()))
  }

  async function enqueueLog(one: ChainLog): Promise<void> {
    const event = parseChainLog(one)
    if (!event) return
    const at = now()
    const eventId = chainLogEventId(chain.chainId, one)
    const rawBody = Buffer.from(JSON.stringify(event))
    const timestamp = String(Math.floor(at.getTime() / 1000))
    const headers = {
      'x-event-id': eventId,
      'x-webhook-timestamp': timestamp,
      'x-webhook-signature': signatureOf(rules, { eventId, timestamp, rawBody }),
    }
    source.verify({ headers: new Headers(headers), params: undefined, rawBody, now: at })
    const { error } = ContractEventSchema.safeParse(event)
    // One that no door would take must not keep us from all that comes after it.
    if (error)
      log.error({ event, fault: describeError(error) }, 'webhooks: a log of the chain makes no event')
    else await queue.enqueue({ source, eventId: source.extractEventId(event, headers), rawBody, now: at })
  }
}
