import { type Rpc, RpcError } from '../../chain/rpc.ts'
import { type ChainEngine, secondsNow } from './engine.ts'
import type { Journal } from './journal.ts'

const TRANSACTIONS_A_BLOCK = 64
const INTERNAL_ERROR = -32_603

interface Waiting {
  raw: string
  resolve(hash: unknown): void
  reject(error: unknown): void
}

/**
 * Takes signed transactions, as many as are there at once, into one block. The block is in the journal, lasting,
 * before it is mined: what anybody has seen of the chain is there again after a crash.
 */
export class Miner {
  readonly #engine: ChainEngine
  readonly #journal: Journal
  readonly #waiting: Waiting[] = []
  #timestamp = 0
  #parent = ''
  #mining: Promise<void> | undefined
  /** After a block that failed half-way nobody knows what the journal or the engine holds, so nothing may follow. */
  #brokenBy: string | undefined

  constructor(engine: ChainEngine, journal: Journal) {
    this.#engine = engine
    this.#journal = journal
  }

  /** Makes all blocks of the journal again. Answers whether they came out as they were. */
  async replay(): Promise<boolean> {
    let isSame = true
    for (const { parent, timestamp, transactions } of this.#journal.blocks) {
      for (const raw of transactions) {
        // Refused now as it would have been then: the block did not have it either.
        await this.#engine.request('eth_sendRawTransaction', [raw]).catch((error) => {
          if (!(error instanceof RpcError)) throw error
        })
      }
      await this.#readHead()
      isSame &&= this.#parent === parent
      await this.#engine.mine(timestamp)
    }
    this.#journal.blocks.length = 0
    await this.#readHead()
    return isSame
  }

  /** Settles when the transaction is mined, or waits in the pool for an earlier nonce, or was refused. */
  send(raw: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ raw, resolve, reject })
      this.#mining ??= this.#mineAll()
    })
  }

  async stop(): Promise<void> {
    await this.#mining
  }

  async #mineAll(): Promise<void> {
    // Whoever asks in the same moment rides in the same block.
    await Promise.resolve()
    while (this.#waiting.length > 0) await this.#mineSome(this.#waiting.splice(0, TRANSACTIONS_A_BLOCK))
    this.#mining = undefined
  }

  async #mineSome(batch: Waiting[]): Promise<void> {
    const taken: { waiting: Waiting; hash: unknown }[] = []
    try {
      if (this.#brokenBy) throw new RpcError(INTERNAL_ERROR, this.#brokenBy)
      for (const waiting of batch) {
        await this.#engine.request('eth_sendRawTransaction', [waiting.raw]).then(
          (hash) => taken.push({ waiting, hash }),
          (error) => waiting.reject(error),
        )
      }
      if (taken.length === 0) return
      await this.#seal(taken.map(({ waiting }) => waiting.raw))
      for (const { waiting, hash } of taken) waiting.resolve(hash)
    } catch (error) {
      for (const waiting of batch) waiting.reject(error)
    }
  }

  /** Once it is in the journal it is in the chain, or nothing more is. */
  async #seal(transactions: string[]): Promise<void> {
    try {
      const timestamp = Math.max(secondsNow(), this.#timestamp)
      await this.#journal.append({ parent: this.#parent, timestamp, transactions })
      await this.#engine.mine(timestamp)
      await this.#readHead()
    } catch (error) {
      this.#brokenBy = `the embedded chain has stopped, start again: ${(error as Error).message}`
      throw new RpcError(INTERNAL_ERROR, this.#brokenBy)
    }
  }

  async #readHead(): Promise<void> {
    const head = await (this.#engine as Rpc).request<{ hash: string; timestamp: string }>(
      'eth_getBlockByNumber',
      ['latest', false],
    )
    this.#parent = head.hash
    this.#timestamp = Number(head.timestamp)
  }
}
