import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../../platform/clock.ts'
import { describeError } from '../../../platform/describe-error.ts'
import { Refusal } from '../../../platform/errors.ts'
import { log } from '../../../platform/log.ts'
import type { Platform } from '../../../platform/platform.ts'
import { EventQueue } from '../queue/event-queue.ts'
import type { WebhookSource } from '../webhook-source.ts'
import { ContractEventSchema } from './contract-event.ts'
import { type ChainLog, chainLogEventId, parseChainLog } from './parse-chain-log.ts'
import { findNextBlock, updateNextBlock } from './queries.ts'
import { type SigningRules, signatureOf } from './verify-signature.ts'

/** The part of a chain that the poller reads. */
export interface LogSource {
  readonly isEnabled: boolean
  readonly chainId: number
  /** Returns the logs of our contracts in confirmed blocks, in order, and where to continue. */
  readLogs(range: { fromBlock: bigint }): Promise<{ logs: ChainLog[]; nextBlock: bigint }>
  /** Resolves when the next block is mined; undefined if only a poll can find it. */
  nextBlock(): Promise<void> | undefined
}

interface ChainPollDeps {
  platform: Pick<Platform, 'db' | 'autocommitDb' | 'write'>
  clock: Clock
  chain: LogSource
  /** The first block to read without a cursor; our contracts are not older. */
  firstBlock: bigint
  source: WebhookSource
  rules: SigningRules
}

const PAUSE_MS = 2_000
/** For a chain that reports its blocks: after a block, so that the next ones are read together, and without one. */
const BLOCK_PAUSE_MS = 500
const QUIET_PAUSE_MS = 15_000
const LONGEST_PAUSE_MS = 30_000
const RUN_MS = 55_000

/** `wake` ends the pause early. */
type Pause = (ms: number, wake?: Promise<void>) => Promise<unknown>

/**
 * Polls every two seconds for one minute, the smallest interval of the scheduler, or after each block of a chain that reports
 * them. While the chain is unavailable, the pause doubles.
 */
export async function pollChainLogsForAMinute(
  deps: ChainPollDeps,
  signal: AbortSignal,
  wait: Pause = (ms, wake) => pauseUntil(ms, signal, wake),
): Promise<void> {
  if (!deps.chain.isEnabled) return
  const ends = performance.now() + RUN_MS
  const isOver = () => signal.aborted || performance.now() >= ends
  let failures = 0
  // The cursor of this run stays in memory, so that a poll without new blocks needs no database. A failure reads it again.
  let cursor: bigint | undefined
  while (!isOver()) {
    // Before the poll, so that no block is missed.
    const block = deps.chain.nextBlock()
    try {
      const from = cursor
      cursor = undefined
      cursor = await pollChainLogs(deps, isOver, from)
      if (failures > 0) log.info({ failures }, 'webhooks: chain available again')
      failures = 0
    } catch (error) {
      if (!(error instanceof Refusal && error.kind === 'unavailable')) throw error
      failures++
      if (failures === 1) log.warn({ error: describeError(error) }, 'webhooks: chain unavailable, will retry')
    }
    if (failures > 0) await wait(Math.min(PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS))
    else if (!block) await wait(PAUSE_MS)
    else {
      await wait(Math.max(0, Math.min(QUIET_PAUSE_MS, ends - performance.now())), block)
      await wait(BLOCK_PAUSE_MS)
    }
  }
}

async function pauseUntil(ms: number, signal: AbortSignal, wake?: Promise<void>): Promise<void> {
  const woken = new AbortController()
  const paused = pause(ms, undefined, { signal: AbortSignal.any([signal, woken.signal]) }).catch(
    () => undefined,
  )
  await Promise.race(wake ? [paused, wake] : [paused])
  woken.abort()
}

/**
 * Reads new contract logs and enqueues them as signed webhook events. Saves the cursor after each read of the chain, so a
 * crash may enqueue some again under the same ids. Ends when all are read, or when `isOver` after a read. Returns the cursor.
 * Starts at `cursor`, or else at the saved one.
 */
export async function pollChainLogs(
  { platform, clock, chain, firstBlock, source, rules }: ChainPollDeps,
  isOver: () => boolean = () => false,
  cursor?: bigint,
): Promise<bigint> {
  const queue = new EventQueue(platform)
  let fromBlock = cursor ?? (await findNextBlock(platform.db, chain.chainId)) ?? firstBlock
  do {
    const { logs, nextBlock } = await chain.readLogs({ fromBlock })
    // Concurrently, so that the queue stores many logs in one commit.
    await Promise.all(logs.map(enqueueLog))
    if (nextBlock <= fromBlock) break
    await platform.write((tx) => updateNextBlock(tx, chain.chainId, nextBlock, clock()))
    fromBlock = nextBlock
  } while (!isOver())
  return fromBlock

  async function enqueueLog(one: ChainLog): Promise<void> {
    const event = parseChainLog(one)
    if (!event) return
    const at = clock()
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
    // A log that the endpoint would reject must not stop the poller.
    if (error)
      log.error({ event, error: describeError(error) }, 'webhooks: invalid contract event, log skipped')
    else await queue.enqueue({ source, eventId: source.extractEventId(event, headers), rawBody, now: at })
  }
}
