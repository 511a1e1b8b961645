import type { Request } from '../runner/request.ts'

export interface MeasuredOperation {
  /** The name in the API document: `GET /api/v2/course/{id}`. */
  name: string
  warmUp: Request[]
  requests: Request[]
  /** Each request can be sent only once. */
  isOnce: boolean
}
