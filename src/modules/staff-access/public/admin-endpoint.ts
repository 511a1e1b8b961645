import type { RefusalFactory } from '../../../platform/errors.ts'
import type { Role } from '../../../platform/http/caller.ts'
import {
  type Endpoint,
  type EndpointDefinition,
  type EndpointRequest,
  endpoint,
  Reply,
  type ResponseDefinition,
  type WriteRequest,
} from '../../../platform/http/endpoint.ts'
import type { FileDownload, FileStream } from '../../../platform/http/file-download.ts'
import { IdParam, PagingMeta, pagingQuery } from '../../../platform/http/schemas.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { z } from '../../../platform/zod.ts'
import { shareLockOwnSession } from '../../sessions/public/share-lock-session.ts'
import { type AuditedAction, recordAuditEntry } from './record-audit-entry.ts'
import { ACCESS, type AdminRoute } from './role-access.ts'

type Shape = z.ZodObject | undefined
type Body = z.ZodType | undefined
type Output<S extends z.ZodType | undefined> = S extends z.ZodType ? z.output<S> : undefined
export type AdminRequest<P extends Shape, Q extends Shape, B extends Body> = EndpointRequest<
  Output<P>,
  Output<Q>,
  Output<B>,
  readonly Role[]
>

type AdminWriteRequest<P extends Shape, Q extends Shape, B extends Body> = WriteRequest<
  Output<P>,
  Output<Q>,
  Output<B>,
  readonly Role[]
>

interface AdminDefinition<P extends Shape, Q extends Shape, B extends Body, D extends z.ZodType> {
  summary: string
  description?: string
  params?: P
  query?: Q
  headers?: z.ZodObject
  body?: B
  bodyExample?: unknown
  isBodyRequired?: true
  upload?: EndpointDefinition['upload']
  workMs?: number
  response: ResponseDefinition<D>
  refusals?: readonly RefusalFactory[]
}

interface ReadDefinition<P extends Shape, Q extends Shape, D extends z.ZodType>
  extends AdminDefinition<P, Q, undefined, D> {
  handle(
    incoming: AdminRequest<P, Q, undefined>,
  ): Promise<z.input<D> | Reply<z.input<D>> | FileDownload | FileStream>
}

/** The response of an action and its audit entry, which is undefined if nothing changed. */
export interface ActionResult<Data> {
  data: Data
  act: AuditedAction | undefined
}

interface ActionDefinition<P extends Shape, Q extends Shape, B extends Body, D extends z.ZodType, Prepared>
  extends AdminDefinition<P, Q, B, D> {
  /** Slow work before the transaction, such as storing a file. */
  prepare?(incoming: AdminRequest<P, Q, B>): Promise<Prepared>
  perform(tx: Tx, incoming: AdminRequest<P, Q, B>, prepared: Prepared): Promise<ActionResult<z.input<D>>>
}

const TAG = 'Administration'

/** An endpoint that only reads. Its roles come from `ACCESS`. */
export function adminRead<D extends z.ZodType, P extends Shape = undefined, Q extends Shape = undefined>(
  route: AdminRoute,
  definition: ReadDefinition<P, Q, D>,
): Endpoint {
  return mount(route, definition as never)
}

/** The page of a list that the query asks for. */
interface Page {
  page: number
  limit: number
  offset: number
}

type CommonFields = 'summary' | 'description' | 'params' | 'refusals'

interface ListDefinition<P extends Shape, F extends z.ZodRawShape, Item extends z.ZodType>
  extends Pick<AdminDefinition<P, undefined, undefined, Item>, CommonFields> {
  /** The fields of the query beside those of the page. */
  filters?: F
  defaultLimit?: number
  item: Item
  example: unknown
  list(
    incoming: Pick<AdminRequest<P, z.ZodObject<F>, undefined>, 'caller' | 'params' | 'query' | 'now'>,
    page: Page,
  ): Promise<{ items: z.input<Item>[]; total: number }>
}

/** A read that returns a list page by page. */
export function adminList<
  Item extends z.ZodType,
  P extends Shape = undefined,
  F extends z.ZodRawShape = Record<never, never>,
>(route: AdminRoute, definition: ListDefinition<P, F, Item>): Endpoint {
  const { item, example, filters = {}, defaultLimit = 20, list, ...read } = definition
  return adminRead(route, {
    ...read,
    query: pagingQuery(defaultLimit).extend(filters),
    response: { data: z.array(item), meta: PagingMeta, example: [example] },
    handle: async ({ caller, params, query: { page, limit, ...query }, now }) => {
      const incoming = { caller, params, query: query as z.output<z.ZodObject<F>>, now }
      const { items, total } = await list(incoming, { page, limit, offset: (page - 1) * limit })
      return new Reply(items, { meta: { total, page, limit } })
    },
  })
}

/** Runs the action, writes its audit entry and stores the idempotent response in one transaction. */
export function adminAction<
  D extends z.ZodType,
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends Body = undefined,
  Prepared = undefined,
>(route: AdminRoute, { prepare, perform, ...definition }: ActionDefinition<P, Q, B, D, Prepared>): Endpoint {
  return mount(route, {
    ...definition,
    handle: async (incoming: AdminWriteRequest<P, Q, B>) => {
      const prepared = (await prepare?.(incoming)) as Prepared
      return incoming.write(async (tx) => {
        const { data, act } = await perform(tx, incoming, prepared)
        if (act) await recordAuditEntry(tx, act, incoming)
        // After all other locks: throws if the session of the administrator was revoked meanwhile.
        await shareLockOwnSession(tx, incoming.caller)
        return data
      })
    },
  } as never)
}

/** The parameters of a path with one id. */
export function idParams<AnyId extends string>() {
  return z.object({ id: IdParam as unknown as z.ZodType<AnyId, string> })
}

/** Why staff do something; in the audit log. */
export const ReasonSchema = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .openapi({ example: 'A lesson was lost in the outage.' })

/** The same response with other values in its example. */
export function withExample<Response extends { example: object }>(response: Response, changed: object) {
  return { ...response, example: { ...response.example, ...changed } }
}

type Mountable = Omit<EndpointDefinition<readonly Role[]>, 'method' | 'path' | 'tag' | 'access'>

function mount(route: AdminRoute, definition: Mountable): Endpoint {
  const [method, path] = route.split(' ') as [string, string]
  return endpoint({
    ...definition,
    // A filter with a typing error must not list everything.
    query: (definition.query ?? z.object({})).strict(),
    method: method.toLowerCase() as Endpoint['method'],
    path,
    tag: TAG,
    access: ACCESS[route],
  } as never)
}
