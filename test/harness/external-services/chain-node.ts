import type { RawLog } from '../../../src/platform/chain/contract.ts'

export interface ChainNode {
  url: string
  requests: number
  /** The ranges of `eth_getLogs` that were answered. */
  ranges: { from: number; to: number }[]
  stop(): Promise<void>
}

interface NodeOptions {
  chainId?: number
  head: number
  logs: RawLog[]
  /** Every request with a multiple of this number fails, each time in another way. */
  failsEvery: number
}

const LARGEST_RANGE = 1_000

/** What public nodes return when they are overloaded. */
const FAILURES: ((id: number) => Response)[] = [
  () => new Response('slow down', { status: 429 }),
  (id) => Response.json({ jsonrpc: '2.0', id, result: [] }, { status: 429 }),
  (id) => Response.json({ jsonrpc: '2.0', id, error: { code: -32_005, message: 'limit exceeded' } }),
  () => Response.json({ message: 'try again later' }),
  (id) => Response.json({ jsonrpc: '2.0', id, result: null }),
  (id) => Response.json({ jsonrpc: '2.0', id, result: [{ blockNumber: 'latest' }] }),
  () => new Response('{"jsonrpc":"2.0","result":[', { headers: { 'content-type': 'application/json' } }),
  () => new Response('<html>', { status: 502 }),
  () => Response.json({ error: 'busy' }, { status: 503 }),
]

/** A node over HTTP that knows the height of its chain and logs, and fails at times as public nodes do. */
export function startChainNode({ chainId = 1, head, logs, failsEvery }: NodeOptions): ChainNode {
  let failures = 0
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const { id, method, params } = (await request.json()) as {
        id: number
        method: string
        params: { fromBlock: string; toBlock: string }[]
      }
      if (++node.requests % failsEvery === 0) return FAILURES[failures++ % FAILURES.length]!(id)
      if (method === 'eth_blockNumber') return Response.json({ jsonrpc: '2.0', id, result: hex(head) })
      if (method === 'eth_chainId') return Response.json({ jsonrpc: '2.0', id, result: hex(chainId) })
      if (method !== 'eth_getLogs')
        return Response.json({ jsonrpc: '2.0', id, error: { code: -32_601, message: 'not served here' } })
      const { fromBlock, toBlock } = params[0]!
      const [from, to] = [Number(fromBlock), Number(toBlock)]
      if (to - from >= LARGEST_RANGE)
        return Response.json({ jsonrpc: '2.0', id, error: { code: -32_602, message: 'range too large' } })
      node.ranges.push({ from, to })
      const result = logs.filter(
        ({ blockNumber }) => Number(blockNumber) >= from && Number(blockNumber) <= to,
      )
      return Response.json({ jsonrpc: '2.0', id, result })
    },
  })
  const node: ChainNode = {
    url: `http://127.0.0.1:${server.port}`,
    requests: 0,
    ranges: [],
    stop: () => server.stop(true),
  }
  return node
}

function hex(value: number): `0x${string}` {
  return `0x${value.toString(16)}`
}
