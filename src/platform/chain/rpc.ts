/** Something that answers JSON-RPC: a node by HTTP, or the embedded chain in this process. */
export interface Rpc {
  request<Result = unknown>(method: string, params?: unknown[]): Promise<Result>
}

/** The node understood the question and refused it. */
export class RpcError extends Error {
  override name = 'RpcError'
  readonly code: number
  /** What a contract reverted with, when that was the reason. */
  readonly revertData: `0x${string}` | undefined

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.revertData = revertDataIn(data)
  }
}

/** Nobody answered, or not in time, or not in JSON: nothing is known about what was asked. */
export class RpcUnavailableError extends Error {
  override name = 'RpcUnavailableError'
}

/** Nodes put it in different places: as the data, or inside an object of theirs. */
function revertDataIn(data: unknown, depth = 0): `0x${string}` | undefined {
  if (typeof data === 'string') return /^0x[0-9a-f]*$/i.test(data) ? (data as `0x${string}`) : undefined
  if (typeof data !== 'object' || data === null || depth > 3) return undefined
  return revertDataIn((data as { data?: unknown }).data, depth + 1)
}

interface RpcResponse {
  result?: unknown
  error?: { code?: number; message?: string; data?: unknown }
}

/** What a JSON-RPC answer says, as a value or as a thrown refusal. */
export function readResponse<Result>(method: string, response: RpcResponse | null | undefined): Result {
  if (!response || typeof response !== 'object')
    throw new RpcUnavailableError(`${method}: no JSON-RPC answer`)
  if (response.error) {
    const { code = -32_000, message = 'refused', data } = response.error
    throw new RpcError(code, message, data)
  }
  return response.result as Result
}
