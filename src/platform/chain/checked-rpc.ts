import { ChainFault } from '../embedded/chain/fault.ts'
import { type Rpc, RpcUnavailable } from './rpc.ts'

/** A node that is asked nothing until it has said that it is on the right chain. */
export function createCheckedRpc(rpc: Rpc, chainId: number): Rpc & { check(): Promise<void> } {
  let isRight = false
  const check = async () => {
    if (isRight) return
    const found = Number(await rpc.request<string>('eth_chainId'))
    if (found !== chainId)
      throw new ChainFault(`CHAIN_RPC_URL leads to the chain ${found}, but CHAIN_ID is ${chainId}.`)
    isRight = true
  }
  return {
    check,
    request: async (method, params) => {
      await check().catch((fault) => {
        throw fault instanceof ChainFault ? new RpcUnavailable(fault.message) : fault
      })
      return rpc.request(method, params)
    },
  }
}
