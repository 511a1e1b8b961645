/** A JSON-RPC endpoint: a node over HTTP, or the embedded chain in this process. */
export interface Rpc {
  request<Result = unknown>(method: string, params?: unknown[]): Promise<Result>
}

/** The node understood the request and returned an error. */
export class RpcError extends Error {
  override name = 'RpcError'
  readonly code: number
  /** The revert data, if a contract reverted. */
  readonly revertData: `0x${string}` | undefined

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.revertData = revertDataIn(data)
  }
}

/** No response, a timeout or invalid JSON: the state of the request is unknown. */
export class RpcUnavailableError extends Error {
  override name = 'RpcUnavailableError'
}

/** Nodes return revert data in different fields: as the data, or inside an object. */
function revertDataIn(data: unknown, depth = 0): `0x${string}` | undefined {
  if (typeof data === 'string') return /^0x[0-9a-f]*$/i.test(data) ? (data as `0x${string}`) : undefined
  if (typeof data !== 'object' || data === null || depth > 3) return undefined
  return revertDataIn((data as { data?: unknown }).data, depth + 1)
}

interface RpcResponse {
  result?: unknown
  error?: { code?: number; message?: string; data?: unknown }
}

/** Returns the result of a JSON-RPC response, or throws its error. */
export function readResponse<Result>(method: string, response: RpcResponse | null | undefined): Result {
  if (!response || typeof response !== 'object')
    throw new RpcUnavailableError(`${method}: no JSON-RPC response`)
  if (response.error) {
    const { code = -32_000, message = 'refused', data } = response.error
    throw new RpcError(code, message, data)
  }
  return response.result as Result
}
