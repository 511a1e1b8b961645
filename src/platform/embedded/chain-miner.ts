import { type Rpc, RpcRefusal } from '../chain/rpc.ts'
import { type ChainEngine, secondsNow } from './chain-engine.ts'
import type { Journal } from './chain-journal.ts'

const TRANSACTIONS_A_BLOCK = 64
const INTERNAL_ERROR = -32_603

interface Waiting {
  raw: string
  resolve(hash: unknown): void
  reject(fault: unknown): void
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
  /** After a write that failed nobody knows what the journal holds, so nothing may follow it. */
  #journalFault: string | undefined

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
        await this.#engine.request('eth_sendRawTransaction', [raw]).catch((fault) => {
          if (!(fault instanceof RpcRefusal)) throw fault
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
      if (this.#journalFault) throw new RpcRefusal(INTERNAL_ERROR, this.#journalFault)
      for (const waiting of batch) {
        await this.#engine.request('eth_sendRawTransaction', [waiting.raw]).then(
          (hash) => taken.push({ waiting, hash }),
          (fault) => waiting.reject(fault),
        )
      }
      if (taken.length === 0) return
      const timestamp = Math.max(secondsNow(), this.#timestamp)
      await this.#write({
        parent: this.#parent,
        timestamp,
        transactions: taken.map(({ waiting }) => waiting.raw),
      })
      await this.#engine.mine(timestamp)
      await this.#readHead()
      for (const { waiting, hash } of taken) waiting.resolve(hash)
    } catch (fault) {
      for (const waiting of batch) waiting.reject(fault)
    }
  }

  async #write(block: Parameters<Journal['append']>[0]): Promise<void> {
    try {
      await this.#journal.append(block)
    } catch (fault) {
      this.#journalFault = `the journal of the chain cannot be written: ${(fault as Error).message}`
      throw new RpcRefusal(INTERNAL_ERROR, this.#journalFault)
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
