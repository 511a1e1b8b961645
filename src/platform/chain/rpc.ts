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

/** No response, a timeout, a rate limit or a malformed response: the state of the request is unknown. */
export class RpcUnavailableError extends Error {
  override name = 'RpcUnavailableError'
}

/** Nodes return revert data in different fields: as the data, or inside an object. */
function revertDataIn(data: unknown, depth = 0): `0x${string}` | undefined {
  if (typeof data === 'string') return isHex(data) ? data : undefined
  if (typeof data !== 'object' || data === null || depth > 3) return undefined
  return revertDataIn((data as { data?: unknown }).data, depth + 1)
}

/** Codes of nodes that limit the rate of requests, in the body of a response with any status. */
const RATE_LIMIT_CODES = [429, -32_005]

/** Returns the result of a JSON-RPC response, or throws its error. */
export function readResponse<Result>(method: string, response: unknown): Result {
  if (!isObject(response)) throw new RpcUnavailableError(`${method}: no JSON-RPC response`)
  const { error } = response
  if (error !== undefined && error !== null) throw errorOf(method, error)
  if (!('result' in response)) throw new RpcUnavailableError(`${method}: a response without a result`)
  return response.result as Result
}

function errorOf(method: string, error: unknown): Error {
  if (!isObject(error) || !('code' in error || 'message' in error))
    return new RpcUnavailableError(`${method}: a malformed error`)
  const code = typeof error.code === 'number' ? error.code : -32_000
  const message = typeof error.message === 'string' ? error.message : 'refused'
  if (RATE_LIMIT_CODES.includes(code)) return new RpcUnavailableError(`${method}: ${message}`)
  return new RpcError(code, message, error.data)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Requests a number or data. Anything but a hexadecimal string is a malformed response. */
export async function requestHex(rpc: Rpc, method: string, params?: unknown[]): Promise<`0x${string}`> {
  const value = await rpc.request(method, params)
  if (!isHex(value)) throw new RpcUnavailableError(`${method}: a malformed response`)
  return value
}

/** Requests a number. */
export async function requestQuantity(rpc: Rpc, method: string, params?: unknown[]): Promise<bigint> {
  const value = await requestHex(rpc, method, params)
  if (value === '0x') throw new RpcUnavailableError(`${method}: a malformed number`)
  return BigInt(value)
}

export function isHex(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value)
}
