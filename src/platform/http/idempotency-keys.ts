import { DAY_MS, MINUTE_MS, SECOND_MS } from '../clock.ts'
import type { AutocommitDb, WritableDb } from '../db/database.ts'
import { PROCESS_LIVENESS_LOCK } from '../db/process-liveness.ts'
import { commonErrors } from '../errors.ts'
import type { OldRows } from '../retention.ts'
import { hmacSha256, sealWith, sha256, unsealWith } from '../secrets.ts'
import { batchedWrite } from '../transaction/shared-statements.ts'
import type { Tx } from '../transaction/tx.ts'

/** A stored response, for replay. */
export interface StoredResponse {
  status: number
  contentType: string
  body: string
  /** The request was carried out, and its response was too large to store. */
  isTooLarge?: true
}

/** A request with an `Idempotency-Key`: its owner, its method and path, its key, and a hash of its body. */
export interface KeyedRequest {
  scope: string
  route: string
  key: string
  fingerprint: Buffer
  /** How long the key replays its response; a day by default and at most. */
  retainMs?: number | undefined
}

/**
 * The claim of one run on its key. When another run has claimed the key, the earlier run can no longer store
 * a response or release the key.
 */
export interface Claim {
  claim: bigint
  /** An earlier run of the same request started, and its progress is unknown. */
  isRetry: boolean
}

const KEY = /^[\x21-\x7e]{1,255}$/
/**
 * Longer than the time limit of a request's work: an older claim counts as abandoned, even if its process
 * still holds its liveness lock.
 */
const LOCK_SECONDS = 30
/**
 * After this many mismatched bodies the key no longer replays its response, so that the body cannot be
 * guessed.
 */
const MAX_BODY_MISMATCHES = 5

export function checkKey(key: string): void {
  if (!KEY.test(key)) throw commonErrors.idempotency_key_invalid()
}

/**
 * Claims the key for a run, or returns the stored response. Throws if another run has the claim, or if the
 * key was used with another body. Responses are sealed with a key derived from the request, because they may
 * contain tokens, which the database must not store in plain text. `lockNumber` is the number of this
 * process's liveness lock. Without it, or if no session holds that lock now, an abandoned claim ends only
 * after `LOCK_SECONDS`.
 */
export async function claimKey(
  autocommitDb: AutocommitDb,
  request: KeyedRequest,
  lockNumber?: number,
): Promise<StoredResponse | Claim> {
  const keyDigest = sha256(request.key)
  const bodyDigest = bodyDigestOf(request)
  const retainSeconds = retainSecondsOf(request)
  const [row] = await autocommitDb<{
    claim: bigint | null
    isRetry: boolean | null
    bodyDigest: Buffer
    isClosed: boolean
    status: number | null
    sealed: Buffer | null
  }>`
    with claimed as (
      insert into idempotency_record as existing
        (scope, route, key_digest, body_digest, locked_until, locked_by_process, created_at)
      values (${request.scope}, ${request.route}, ${keyDigest}, ${bodyDigest},
              now() + make_interval(secs => ${LOCK_SECONDS}),
              case when not pg_try_advisory_xact_lock_shared(${PROCESS_LIVENESS_LOCK}::integer, ${lockNumber ?? null}::integer)
                then ${lockNumber ?? null}::integer end,
              now())
      on conflict (scope, route, key_digest) do update
        set locked_until = excluded.locked_until, locked_by_process = excluded.locked_by_process,
            body_digest = excluded.body_digest, status = null, sealed_response = null,
            body_mismatches = 0, created_at = excluded.created_at
        where existing.created_at < now() - make_interval(secs => ${retainSeconds})
           or (existing.status is null and existing.body_digest = excluded.body_digest
               and (existing.locked_until < now()
                    -- Reads pg_locks and does not try the lock: behind a pooler, this session may hold it.
                    or (existing.locked_by_process is not null and not exists (
                      select from pg_locks
                      where locktype = 'advisory' and classid = ${PROCESS_LIVENESS_LOCK}::integer::oid
                        and objid = existing.locked_by_process::oid and objsubid = 2 and mode = 'ExclusiveLock' and granted
                        and database = (select oid from pg_database where datname = current_database())))))
      -- Sees the row from before the update: an expired key is not an earlier run of this request.
      returning body_digest, locked_until, xmax <> 0 and not exists (
        select from idempotency_record as forgotten
        where forgotten.scope = ${request.scope} and forgotten.route = ${request.route}
          and forgotten.key_digest = ${keyDigest}
          and forgotten.created_at < now() - make_interval(secs => ${retainSeconds})) as is_retry
    ), other_body as (
      update idempotency_record set body_mismatches = body_mismatches + 1
      where scope = ${request.scope} and route = ${request.route} and key_digest = ${keyDigest}
        and body_digest <> ${bodyDigest} and body_mismatches < ${MAX_BODY_MISMATCHES} and not exists (select from claimed)
    )
    select (extract(epoch from locked_until) * 1000000)::bigint as claim, is_retry as "isRetry",
      body_digest as "bodyDigest", false as "isClosed",
      null::int as status, null::bytea as sealed
    from claimed
    union all
    select null, null, body_digest, body_mismatches >= ${MAX_BODY_MISMATCHES}, status, sealed_response from idempotency_record
    where scope = ${request.scope} and route = ${request.route} and key_digest = ${keyDigest}
      and not exists (select from claimed)`
  if (!row) throw commonErrors.idempotency_in_progress({ retryAfterSeconds: 1 })
  if (row.claim !== null) return { claim: row.claim, isRetry: row.isRetry! }
  if (row.isClosed || !row.bodyDigest.equals(bodyDigest)) throw commonErrors.idempotency_key_reused()
  if (row.status === null || row.sealed === null)
    throw commonErrors.idempotency_in_progress({ retryAfterSeconds: 1 })
  return JSON.parse(unsealWith(sealingKey(request), row.sealed)) as StoredResponse
}

/**
 * Returns the stored response of the same request, unless it expired or too many mismatched bodies were sent.
 * Counts a mismatched body; claims nothing.
 */
export async function findResponse(
  autocommitDb: AutocommitDb,
  request: KeyedRequest,
): Promise<StoredResponse | undefined> {
  const keyDigest = sha256(request.key)
  const bodyDigest = bodyDigestOf(request)
  const [row] = await autocommitDb<{ sealed: Buffer }>`
    with other_body as (
      update idempotency_record set body_mismatches = body_mismatches + 1
      where scope = ${request.scope} and route = ${request.route} and key_digest = ${keyDigest}
        and body_digest <> ${bodyDigest} and body_mismatches < ${MAX_BODY_MISMATCHES}
    )
    select sealed_response as sealed from idempotency_record
    where scope = ${request.scope} and route = ${request.route} and key_digest = ${keyDigest}
      and body_digest = ${bodyDigest} and sealed_response is not null and body_mismatches < ${MAX_BODY_MISMATCHES}
      and created_at >= now() - make_interval(secs => ${retainSecondsOf(request)})`
  return row && (JSON.parse(unsealWith(sealingKey(request), row.sealed)) as StoredResponse)
}

/** A larger response is not stored: a client could fill the database with them. */
const MAX_STORED_CHARACTERS = 64 * 1024

/**
 * Stores the response. Returns false if this run lost its claim, or if a response is already stored. In a
 * transaction, the response is stored only if that commits.
 */
export async function storeResponse(
  writableDb: WritableDb,
  request: KeyedRequest,
  { claim }: Claim,
  response: StoredResponse,
): Promise<boolean> {
  const stored: StoredResponse =
    response.body.length > MAX_STORED_CHARACTERS ? { ...response, body: '', isTooLarge: true } : response
  return updateResponse(writableDb, {
    scope: request.scope,
    route: request.route,
    keyDigest: sha256(request.key).toString('hex'),
    claim: String(claim),
    status: response.status,
    sealed: sealWith(sealingKey(request), JSON.stringify(stored)).toString('hex'),
  })
}

/** Bytes are hexadecimal text. */
interface SealedResponse {
  scope: string
  route: string
  keyDigest: string
  claim: string
  status: number
  sealed: string
}

/** Returns for each response whether it was stored. The key of a run is in no other transaction than that of the run. */
const updateResponse = batchedWrite(async (writableDb, responses: SealedResponse[]): Promise<boolean[]> => {
  const rows = await writableDb<{ scope: string; route: string; keyDigest: string }>`
    update idempotency_record set status = given.new_status, sealed_response = decode(given.sealed, 'hex')
    from (
      select scope, route, "keyDigest", claim, status as new_status, sealed
      from jsonb_to_recordset(${responses}::jsonb) as row (scope text, route text, "keyDigest" text, claim bigint,
        status integer, sealed text)
      -- The planner expects 100 rows of JSON without the limit, and would scan the table.
      limit ${responses.length}
    ) as given
    where idempotency_record.scope = given.scope and idempotency_record.route = given.route
      and key_digest = decode(given."keyDigest", 'hex') and status is null
      and (extract(epoch from locked_until) * 1000000)::bigint = given.claim
    returning given.scope, given.route, given."keyDigest"`
  const stored = new Set(rows.map(idOf))
  return responses.map((response) => stored.has(idOf(response)))
})

function idOf({ scope, route, keyDigest }: Pick<SealedResponse, 'scope' | 'route' | 'keyDigest'>): string {
  return `${scope} ${route} ${keyDigest}`
}

/** Ends the claim and keeps the key: the same request may run again immediately, and no other request may. */
export async function releaseKey(
  autocommitDb: AutocommitDb,
  request: KeyedRequest,
  { claim }: Claim,
): Promise<void> {
  await autocommitDb`
    update idempotency_record set locked_until = 'epoch', locked_by_process = null
    where scope = ${request.scope} and route = ${request.route} and key_digest = ${sha256(request.key)}
      and status is null and (extract(epoch from locked_until) * 1000000)::bigint = ${claim}`
}

/** Deletes the key of a run that did nothing, such as one with a retryable refusal: any request may use it. */
export async function deleteKey(
  autocommitDb: AutocommitDb,
  request: KeyedRequest,
  { claim }: Claim,
): Promise<void> {
  await autocommitDb`
    delete from idempotency_record
    where scope = ${request.scope} and route = ${request.route} and key_digest = ${sha256(request.key)}
      and status is null and (extract(epoch from locked_until) * 1000000)::bigint = ${claim}`
}

/**
 * Deletes the completed keys of a user on account erasure. Keeps keys in progress: the erasure request itself may
 * hold one.
 */
export async function eraseKeysOf(tx: Tx, scope: string): Promise<void> {
  await tx`delete from idempotency_record where scope = ${scope} and status is not null`
}

/** Keys are deleted after a day, which is the longest time of replay. */
export const keyRetention: OldRows = {
  table: 'idempotency_record',
  column: 'created_at',
  keepDays: 1,
  usesDatabaseClock: true,
  // Less than the time limit of the job.
  maxMs: 5 * MINUTE_MS,
}

function retainSecondsOf({ retainMs = DAY_MS }: KeyedRequest): number {
  return retainMs / SECOND_MS
}

/**
 * Uses a keyed hash, because a body may be little more than a PIN that could be guessed from a plain hash.
 */
function bodyDigestOf({ key, fingerprint }: KeyedRequest): Buffer {
  return hmacSha256('idempotency body', `${key}\0${fingerprint.toString('hex')}`)
}

function sealingKey(request: KeyedRequest): Buffer {
  return hmacSha256(
    'idempotency answer',
    `${request.scope}\0${request.route}\0${request.key}\0${request.fingerprint.toString('hex')}`,
  )
}
