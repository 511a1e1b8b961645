import type { Address, Hex } from 'viem'
import { MINUTE_MS, monotonicMs, SECOND_MS } from '../../clock.ts'
import type { Rpc } from '../rpc.ts'

const REFRESH_MS = 30 * SECOND_MS
/** An older balance is not shown. */
const MAX_AGE_MS = 10 * MINUTE_MS
const WEI = 1e18

/** The relayer's balance on the chain. Callers never wait for the node: they get the last known balance. */
export class RelayerBalance {
  readonly #rpc: Rpc
  readonly #address: Address
  #ether: number | undefined
  #readAt = Number.NEGATIVE_INFINITY
  #requestedAt = Number.NEGATIVE_INFINITY

  constructor(rpc: Rpc, address: Address) {
    this.#rpc = rpc
    this.#address = address
  }

  /** Throws while the balance is unknown. */
  read(): number {
    const instant = monotonicMs()
    if (instant - this.#requestedAt > REFRESH_MS) {
      this.#requestedAt = instant
      this.#refresh().catch(() => undefined)
    }
    if (this.#ether === undefined || instant - this.#readAt > MAX_AGE_MS)
      throw new Error('the balance is not known')
    return this.#ether
  }

  async #refresh(): Promise<void> {
    const wei = BigInt(await this.#rpc.request<Hex>('eth_getBalance', [this.#address, 'latest']))
    this.#ether = Number(wei) / WEI
    this.#readAt = monotonicMs()
  }
}
