import type { z } from 'zod'
import type { RefusalFactory } from '../errors.ts'
import type { RateLimitPolicy } from '../rate-limits/rate-limit.ts'
import type { UploadRules } from './body.ts'
import type { Caller, Role } from './caller.ts'
import type { FileDownload, FileStream } from './file-download.ts'
import type { RequestWriter, WriteResponse } from './request-write.ts'
import type { RenderedJson } from './response.ts'
import type { StreamedData } from './streamed-data.ts'

/**
 * `public`: any client. `optional`: any client, and a token adds information. `user`: a token. Roles: a token
 * with one of them.
 */
export type Access = 'public' | 'optional' | 'user' | readonly Role[]

type CallerOf<A extends Access> = A extends 'public'
  ? undefined
  : A extends 'optional'
    ? Caller | undefined
    : Caller

/** An unverified request, for an endpoint that verifies its sender with its own credentials. */
export interface UnverifiedRequest<Params = unknown> {
  headers: Headers
  params: Params
  /** The raw body. */
  rawBody: Uint8Array
  now: Date
}

/** The input of a handler, validated. */
export interface EndpointRequest<Params, Query, Body, A extends Access> {
  caller: CallerOf<A>
  params: Params
  query: Query
  body: Body
  /** The raw body; empty if no body was read or the body was multipart. */
  rawBody: Uint8Array
  files: ReadonlyMap<string, File[]>
  /** The declared headers, as text. */
  headers: Record<string, string>
  /** The client address for rate limits and sessions. */
  address: string
  userAgent: string | undefined
  /** Aborted when the client closes the connection. */
  signal: AbortSignal
  /** Language preferences, as the client sent them. */
  acceptLanguage: string | undefined
  now: Date
}

/** The input of a handler that may change something. */
export interface WriteRequest<Params, Query, Body, A extends Access>
  extends EndpointRequest<Params, Query, Body, A>,
    RequestWriter {
  /**
   * The same request was started before under its `Idempotency-Key`, and its progress is unknown: effects
   * that exist may be its own. For operations that cannot commit together with their response.
   */
  isRetry: boolean
}

/**
 * A handler may return more than the data: another message, or paging of a list. A reply object that is
 * returned again, because many clients request the same, is serialized once.
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
  /** Default: 200. */
  status?: 200 | 201 | 202
  /** For a request whose work may have to wait: the status is 202 if this is true for the data. */
  isPending?(data: unknown): boolean
  /** Without it the response is `{success, message}`. */
  data?: Schema
  /** The paging fields beside the `data` of a list. */
  meta?: z.ZodType
  /** Without it: one page with the default length. */
  metaExample?: unknown
  example?: unknown
  message?: string
  /**
   * `data.version` is the ETag of the response, for edits with `If-Match`. Such a read is never 304: other fields may change
   * without a new version.
   */
  isVersioned?: true
  /** Without the envelope, where the specification says so. */
  withoutEnvelope?: boolean
  /** For the API document: the beginning of the CSV that the handler returns if the request asks for it. */
  csvExample?: string
  /** For the API document: the files that the handler returns instead of JSON, by content type. */
  fileExamples?: Record<string, string>
}

type Shape = z.ZodObject | undefined
type Output<S extends z.ZodType | undefined> = S extends z.ZodType ? z.output<S> : undefined
// biome-ignore lint/suspicious/noConfusingVoidType: a handler without data may return nothing.
type DataOf<S extends z.ZodType | undefined> = S extends z.ZodType ? z.input<S> : undefined | void

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** A GET only reads and returns its data. Other methods respond with `write` or `respondAfterCommit`. */
type RequestOf<M extends Method, P, Q, B, A extends Access> = [M] extends ['get']
  ? EndpointRequest<P, Q, B, A>
  : WriteRequest<P, Q, B, A>
type ResultOf<M extends Method, Data> = [M] extends ['get']
  ? Data | StreamedData | FileDownload | FileStream
  : WriteResponse<Data>
type Handled<M extends Method, Data> = ResultOf<M, Data | Reply<Data>>

export interface EndpointDefinition<
  A extends Access = Access,
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  D extends z.ZodType | undefined = z.ZodType | undefined,
  M extends Method = Method,
> {
  method: M
  /** Relative to the module's prefix in `app/routes.ts`; parameters as `:id`. */
  path: string
  tag: string
  summary: string
  description?: string
  access: A
  params?: P
  query?: Q
  /** Declared headers of this endpoint, in lower case; a missing or malformed one is 400. */
  headers?: z.ZodObject
  body?: B
  bodyExample?: unknown
  /**
   * For the API document, where the handler refuses an empty body that the schema accepts. Otherwise the schema
   * says whether the body is required.
   */
  isBodyRequired?: true
  /**
   * Refuses requests of other senders. It runs before the body is parsed. Verified requests do not count
   * against the general rate limit; failed ones do.
   */
  verifySender?(request: UnverifiedRequest<Output<P>>): void
  /**
   * For the API document: the `Authorization` header that `verifySender` expects, which is not an access
   * token.
   */
  senderKey?: { name: string; description: string }
  /** The body may also be multipart, with these file parts. */
  upload?: UploadRules & {
    description: string
    /** For the API document: parts that may be sent several times, each with a file. */
    repeatedParts?: readonly string[]
  }
  /**
   * The endpoint may end its own session. A repeated request with the same `Idempotency-Key` still gets the
   * stored response, so that a client that lost the response can get it.
   */
  endsSession?: true
  /**
   * The effect or the response belongs to the session: in another session of the same user, the same
   * `Idempotency-Key` is a different request.
   */
  perSession?: true
  /**
   * Returns the single-use credential in the body of a request without an access token. The `Idempotency-Key`
   * belongs to the owner of the credential in every network, and the response is replayed for ten minutes
   * instead of a day. Without it, the key belongs to the client's network.
   */
  bodyCredential?(body: Output<B>): string
  /**
   * For reads with access `public`, which are equal for every client: how long browsers and proxies may reuse the
   * response. Without it a client revalidates each time.
   */
  sharedMaxAgeSeconds?: number
  /** The response is neither stored by browsers and proxies nor indexed by search engines: the path is a credential. */
  isUnlisted?: true
  /** Staff who view the account cannot read it: it has secrets of the user, or reading it stores something about the user. */
  isHiddenFromViews?: true
  /** A longer time limit of the handler than usual, because it waits for another system. It holds no connection meanwhile. */
  workMs?: number
  /** A strict limit per client network, stored in the database or in Redis. */
  networkLimit?: RateLimitPolicy
  response: ResponseDefinition<D>
  /** Refusals of this endpoint; the common ones are added to the document automatically. */
  refusals?: readonly RefusalFactory[]
  handle(
    request: RequestOf<M, Output<P>, Output<Q>, Output<B>, A>,
  ): Promise<Handled<M, DataOf<D>>> | Handled<M, DataOf<D>>
}

/** An endpoint with its types erased. */
export type Endpoint = EndpointDefinition<Access, Shape, Shape, z.ZodType | undefined, z.ZodType | undefined>

/** Defines an endpoint; the handler's types follow from the schemas. */
export function endpoint<
  const A extends Access,
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends z.ZodType | undefined = undefined,
  D extends z.ZodType | undefined = undefined,
  M extends Method = Method,
>(definition: EndpointDefinition<A, P, Q, B, D, M>): Endpoint {
  return definition as unknown as Endpoint
}
