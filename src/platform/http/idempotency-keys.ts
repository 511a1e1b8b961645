import { DAY_MS, SECOND_MS } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { PROCESS_LIVENESS_LOCK } from '../db/process-liveness.ts'
import { commonErrors } from '../errors.ts'
import { hmacSha256, sealWith, sha256, unsealWith } from '../secrets.ts'

/** A first answer as it is kept, to be given again. */
export interface StoredResponse {
  status: number
  contentType: string
  body: string
}

/** One request under an `Idempotency-Key`: whose it is, where it went, and what it said. */
export interface KeyedRequest {
  scope: string
  route: string
  key: string
  fingerprint: Buffer
  /** After so long its answer is forgotten; left out: after a day. */
  retainMs?: number | undefined
}

/** The right to be the first run. Who has lost it to another, by working for too long, keeps and frees nothing any more. */
export interface Claim {
  claim: bigint
  /** There was a run before it, of which nobody knows how far it came. */
  isRetry: boolean
}

const KEY = /^[\x21-\x7e]{1,255}$/
/** Longer than any request may run: a lock older than this belongs to a process that died, whatever its sign of life. */
const LOCK_SECONDS = 30
/** Under a key that so many other bodies came under, nobody is told any more which one was the first. */
const MAX_BODY_MISMATCHES = 5

export function checkKey(key: string): void {
  if (!KEY.test(key)) throw commonErrors.idempotency_key_invalid()
}

/**
 * Claims the key for a first run, or gives the first run's answer. The answer is sealed with a key that only
 * the request itself can make again, because answers may hold tokens and the database must not. `owner` is the number
 * of this process's sign of life. Without one, or with one that is not held at this moment, only time frees the key.
 */
export async function claimKey(
  db: Db,
  request: KeyedRequest,
  lockNumber?: number,
): Promise<StoredResponse | Claim> {
  const keyDigest = sha256(request.key)
  const bodyDigest = bodyDigestOf(request)
  const retainSeconds = retainSecondsOf(request)
  const [row] = await db<{
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
                    -- Looked for and not tried: behind a pooler this session may be the one that holds it.
                    or (existing.locked_by_process is not null and not exists (
                      select from pg_locks
                      where locktype = 'advisory' and classid = ${PROCESS_LIVENESS_LOCK}::integer::oid
                        and objid = existing.locked_by_process::oid and objsubid = 2 and mode = 'ExclusiveLock' and granted
                        and database = (select oid from pg_database where datname = current_database())))))
      -- Seen as it was before: a key that was forgotten is no run of this request.
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

/** The first run's answer, if there was one, and not too many guesses at it. Nothing is claimed. */
export async function findResponse(db: Db, request: KeyedRequest): Promise<StoredResponse | undefined> {
  const keyDigest = sha256(request.key)
  const bodyDigest = bodyDigestOf(request)
  const [row] = await db<{ sealed: Buffer }>`
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

/** False when the key is another's by now, or answered. In a transaction, it is kept if and only if that commits. */
export async function storeResponse(
  db: Db,
  request: KeyedRequest,
  { claim }: Claim,
  response: StoredResponse,
): Promise<boolean> {
  const rows = await db`
    update idempotency_record
    set status = ${response.status}, sealed_response = ${sealWith(sealingKey(request), JSON.stringify(response))}
    where scope = ${request.scope} and route = ${request.route} and key_digest = ${sha256(request.key)}
      and status is null and (extract(epoch from locked_until) * 1000000)::bigint = ${claim}
    returning 1`
  return rows.length > 0
}

/** After an accident on our side the same request, and no other, may be sent again at once. */
export async function releaseKey(db: Db, request: KeyedRequest, { claim }: Claim): Promise<void> {
  await db`
    update idempotency_record set locked_until = 'epoch', locked_by_process = null
    where scope = ${request.scope} and route = ${request.route} and key_digest = ${sha256(request.key)}
      and status is null and (extract(epoch from locked_until) * 1000000)::bigint = ${claim}`
}

/** After a refusal that may pass nothing was done: the key is as good as new. */
export async function deleteKey(db: Db, request: KeyedRequest, { claim }: Claim): Promise<void> {
  await db`
    delete from idempotency_record
    where scope = ${request.scope} and route = ${request.route} and key_digest = ${sha256(request.key)}
      and status is null and (extract(epoch from locked_until) * 1000000)::bigint = ${claim}`
}

/**
 * Deletes the completed keys of a user on account erasure. Keeps keys in progress: the erasure request itself may
 * hold one.
 */
export async function eraseKeysOf(db: Db, scope: string): Promise<void> {
  await db`delete from idempotency_record where scope = ${scope} and status is not null`
}

/** Some of those that are of no use to anybody any more. */
export async function deleteExpiredKeys(db: Db, limit: number): Promise<number> {
  const rows = await db`
    delete from idempotency_record where ctid = any(array(
      select ctid from idempotency_record where created_at < now() - make_interval(secs => ${DAY_MS / SECOND_MS})
      order by created_at limit ${limit} for update skip locked
    )) returning 1`
  return rows.length
}

function retainSecondsOf({ retainMs = DAY_MS }: KeyedRequest): number {
  return retainMs / SECOND_MS
}

/** Keyed, because a body may be little more than a PIN, and whoever reads the table could try them all. */
function bodyDigestOf({ key, fingerprint }: KeyedRequest): Buffer {
  return hmacSha256('idempotency body', `${key}\0${fingerprint.toString('hex')}`)
}

function sealingKey(request: KeyedRequest): Buffer {
  return hmacSha256(
    'idempotency answer',
    `${request.scope}\0${request.route}\0${request.key}\0${request.fingerprint.toString('hex')}`,
  )
}
