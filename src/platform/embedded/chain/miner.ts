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
 * Mines all waiting signed transactions into one block. The block is written and synced to the journal before
 * it is mined, so everything a client has seen exists after a crash.
 */
export class Miner {
  readonly #engine: ChainEngine
  readonly #journal: Journal
  readonly #waiting: Waiting[] = []
  #timestamp = 0
  #parent = ''
  #mining: Promise<void> | undefined
  #nextBlock = Promise.withResolvers<void>()
  /**
   * After a block that failed half-way the state of journal and engine is unknown, so no further block is
   * mined.
   */
  #brokenBy: string | undefined

  constructor(engine: ChainEngine, journal: Journal) {
    this.#engine = engine
    this.#journal = journal
  }

  /** Mines all blocks of the journal again. Returns whether their hashes match. */
  async replay(): Promise<boolean> {
    let isSame = true
    for (const { parent, timestamp, transactions } of this.#journal.blocks) {
      for (const raw of transactions) {
        // Rejected now as it was then: the original block did not contain it either.
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

  /** Settles when the transaction is mined, waits in the pool for an earlier nonce, or is rejected. */
  send(raw: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ raw, resolve, reject })
      this.#mining ??= this.#mineAll()
    })
  }

  /** Resolves when the next block is mined. */
  nextBlock(): Promise<void> {
    return this.#nextBlock.promise
  }

  async stop(): Promise<void> {
    await this.#mining
  }

  async #mineAll(): Promise<void> {
    // Transactions of the same tick share a block.
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

  /** A block in the journal is in the chain, or mining stops. */
  async #seal(transactions: string[]): Promise<void> {
    try {
      const timestamp = Math.max(secondsNow(), this.#timestamp)
      await this.#journal.append({ parent: this.#parent, timestamp, transactions })
      await this.#engine.mine(timestamp)
      await this.#readHead()
      this.#nextBlock.resolve()
      this.#nextBlock = Promise.withResolvers()
    } catch (error) {
      this.#brokenBy = `the embedded chain has stopped; restart the process: ${(error as Error).message}`
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
