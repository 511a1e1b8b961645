import type { z } from '@hono/zod-openapi'
import type { RefusalFactory } from '../errors.ts'
import type { RateLimitPolicy } from '../rate-limits/rate-limit.ts'
import type { Tx } from '../transaction/tx.ts'
import type { UploadRules } from './body.ts'
import type { Caller, Role } from './caller.ts'
import type { RenderedJson } from './response.ts'

/** `public`: anyone. `optional`: anyone, and a token adds something. `user`: a token. Roles: a token of one of them. */
export type Access = 'public' | 'optional' | 'user' | readonly Role[]

type CallerOf<A extends Access> = A extends 'public'
  ? undefined
  : A extends 'optional'
    ? Caller | undefined
    : Caller

/** A request of which nothing is believed yet, for an endpoint that checks its sender by credentials of its own. */
export interface UnverifiedRequest<Params = unknown> {
  headers: Headers
  params: Params
  /** The body as it came, byte for byte. */
  rawBody: Uint8Array
  now: Date
}

/**
 * Stores the response in the caller's transaction, so that the effect and the response for an `Idempotency-Key`
 * commit together. Call it last, after every check that can fail. Returns the response.
 */
export interface StoreResponse {
  (tx: Tx): Promise<void>
  <Data>(tx: Tx, response: Data): Promise<Data>
}

/** What a handler is given: everything is already checked. */
export interface EndpointRequest<Params, Query, Body, A extends Access> {
  caller: CallerOf<A>
  params: Params
  query: Query
  body: Body
  /** The body as it came, where the endpoint takes one and it is no upload. */
  rawBody: Uint8Array
  files: ReadonlyMap<string, File[]>
  /** Those that the definition names, as text. */
  headers: Record<string, string>
  /** The address that limits and sessions go by. */
  address: string
  userAgent: string | undefined
  storeResponse: StoreResponse
  /**
   * The same request was begun before under its `Idempotency-Key`, and nobody knows how far that came: what is found done
   * may be its own. For what cannot be one commit with its answer.
   */
  isRetry: boolean
  /** Language preferences, as the client sent them. */
  acceptLanguage: string | undefined
  now: Date
}

/**
 * A handler may answer with more than the data: another message, or paging beside a list. One that is given again,
 * because many ask for the same, is turned into text only once.
 */
export class Reply<Data> {
  readonly data: Data
  readonly message: string | undefined
  readonly meta: Record<string, unknown> | undefined
  rendered: RenderedJson | undefined
  constructor(data: Data, options: { message?: string; meta?: Record<string, unknown> } = {}) {
    this.data = data
    this.message = options.message
    this.meta = options.meta
    this.rendered = undefined
  }
}

export interface ResponseDefinition<Schema extends z.ZodType | undefined> {
  status: 200 | 201 | 202
  /** Left out: the answer is `{success, message}`. */
  data?: Schema
  /** What a list that pages carries beside its `data`. */
  meta?: z.ZodType
  /** Left out: one page of one, as long as usual. */
  metaExample?: unknown
  example?: unknown
  message?: string
  /** Without the envelope, where the specification says so. */
  withoutEnvelope?: boolean
}

type Shape = z.ZodObject | undefined
type Output<S extends z.ZodType | undefined> = S extends z.ZodType ? z.output<S> : undefined
// biome-ignore lint/suspicious/noConfusingVoidType: a handler without data may end without a word.
type DataOf<S extends z.ZodType | undefined> = S extends z.ZodType ? z.input<S> : undefined | void

export interface EndpointDefinition<
  A extends Access = Access,
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  D extends z.ZodType | undefined = z.ZodType | undefined,
> {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Below the prefix that `app/routes.ts` gives the module; parameters as `:id`. */
  path: string
  tag: string
  summary: string
  description?: string
  access: A
  params?: P
  query?: Q
  /** Headers that this endpoint needs beside the usual ones, in lower case; missing or malformed ones are 400. */
  headers?: z.ZodObject
  body?: B
  bodyExample?: unknown
  /**
   * Refuses whoever is not the sender that this endpoint is for. It comes before the body is parsed; who passes is
   * not limited in number, and who fails is.
   */
  verifySender?(request: UnverifiedRequest<Output<P>>): void
  /** For the document: what `verify` wants in the `Authorization` header, which is no access token. */
  senderKey?: { name: string; description: string }
  /** The body may also come as multipart, with these file parts. */
  upload?: UploadRules & { description: string }
  /**
   * It may end the session that it is called in. The same request under the same `Idempotency-Key` is answered as before
   * all the same, or nobody who lost the answer would ever know what it was.
   */
  endsSession?: true
  /**
   * What it does, or what it answers with, is of the session that it is called in: in another session of the same user the same
   * request under the same `Idempotency-Key` is another one.
   */
  perSession?: true
  /** So long the first answer is given again under its `Idempotency-Key`, where a day is too long. */
  replayForMs?: number
  /**
   * Returns a value from the body that only this client knows. It scopes the `Idempotency-Key` of a request without
   * an access token; without it the key is scoped to the client's network.
   */
  anonymousKeyOwner?(body: Output<B>): string
  /** A strict limit per address, kept in the database or in Redis. */
  networkLimit?: RateLimitPolicy
  response: ResponseDefinition<D>
  /** Refusals of this endpoint's own; those of any endpoint are added to the document by themselves. */
  refusals?: readonly RefusalFactory[]
  handle(
    request: EndpointRequest<Output<P>, Output<Q>, Output<B>, A>,
  ): Promise<DataOf<D> | Reply<DataOf<D>>> | DataOf<D> | Reply<DataOf<D>>
}

/** An endpoint whose types have done their work. */
export type Endpoint = EndpointDefinition<Access, Shape, Shape, z.ZodType | undefined, z.ZodType | undefined>

/** Schema and handler side by side; the handler's types follow from the schemas. */
export function endpoint<
  const A extends Access,
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends z.ZodType | undefined = undefined,
  D extends z.ZodType | undefined = undefined,
>(definition: EndpointDefinition<A, P, Q, B, D>): Endpoint {
  return definition as unknown as Endpoint
}
