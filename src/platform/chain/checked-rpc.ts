import { ChainError } from './chain-error.ts'
import { createHttpRpc } from './http-rpc.ts'
import { type Rpc, RpcUnavailableError, requestQuantity } from './rpc.ts'

/** Wraps a node and sends requests only after the node has confirmed the expected chain id. */
export function createCheckedRpc(rpc: Rpc, chainId: number): Rpc & { check(): Promise<void> } {
  let isRight = false
  const check = async () => {
    if (isRight) return
    const found = Number(await requestQuantity(rpc, 'eth_chainId'))
    if (found !== chainId)
      throw new ChainError(`CHAIN_RPC_URL points to chain ${found}, but CHAIN_ID is ${chainId}.`)
    isRight = true
  }
  return {
    check,
    request: async (method, params) => {
      await check().catch((error) => {
        throw error instanceof ChainError ? new RpcUnavailableError(error.message) : error
      })
      return rpc.request(method, params)
    },
  }
}

/** A node over HTTP that must have the chain id. */
export function createNodeRpc(url: string, chainId: number) {
  return createCheckedRpc(
    createHttpRpc(() => url),
    chainId,
  )
}
