import { DAY_MS, SECOND_MS } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { LIFE_LOCK } from '../db/sign-of-life.ts'
import { refusals } from '../errors.ts'
import { digest, keyedDigest, openWith, sealWith } from '../secrets.ts'

/** A first answer as it is kept, to be given again. */
export interface StoredAnswer {
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
  keepMs?: number | undefined
}

/** The right to be the first run. Who has lost it to another, by working for too long, keeps and frees nothing any more. */
export interface Claim {
  claim: bigint
  /** There was a run before it, of which nobody knows how far it came. */
  goesOn: boolean
}

const KEY = /^[\x21-\x7e]{1,255}$/
/** Longer than any request may run: a lock older than this belongs to a process that died, whatever its sign of life. */
const LOCK_SECONDS = 30
/** Under a key that so many other bodies came under, nobody is told any more which one was the first. */
const OTHER_BODIES = 5

export function checkKey(key: string): void {
  if (!KEY.test(key)) throw refusals.idempotency_key_invalid()
}

/**
 * Claims the key for a first run, or gives the first run's answer. The answer is sealed with a key that only
 * the request itself can make again, because answers may hold tokens and the database must not. `owner` is the number
 * of this process's sign of life. Without one, or with one that is not held at this moment, only time frees the key.
 */
export async function claimKey(db: Db, request: KeyedRequest, owner?: number): Promise<StoredAnswer | Claim> {
  const keyDigest = digest(request.key)
  const bodyDigest = bodyDigestOf(request)
  const keepSeconds = keepSecondsOf(request)
  const [row] = await db<{
    claim: bigint | null
    goesOn: boolean | null
    bodyDigest: Buffer
    isClosed: boolean
    status: number | null
    sealed: Buffer | null
  }>`
    with claimed as (
      insert into idempotency_record as existing
        (scope, route, key_digest, body_digest, locked_until, locked_by, created_at)
      values (${request.scope}, ${request.route}, ${keyDigest}, ${bodyDigest},
              now() + make_interval(secs => ${LOCK_SECONDS}),
              case when not pg_try_advisory_xact_lock_shared(${LIFE_LOCK}::integer, ${owner ?? null}::integer)
                then ${owner ?? null}::integer end,
              now())
      on conflict (scope, route, key_digest) do update
        set locked_until = excluded.locked_until, locked_by = excluded.locked_by,
            body_digest = excluded.body_digest, status = null, sealed_answer = null,
            other_bodies = 0, created_at = excluded.created_at
        where existing.created_at < now() - make_interval(secs => ${keepSeconds})
           or (existing.status is null and existing.body_digest = excluded.body_digest
               and (existing.locked_until < now()
                    -- Looked for and not tried: behind a pooler this session may be the one that holds it.
                    or (existing.locked_by is not null and not exists (
                      select from pg_locks
                      where locktype = 'advisory' and classid = ${LIFE_LOCK}::integer::oid
                        and objid = existing.locked_by::oid and objsubid = 2 and mode = 'ExclusiveLock' and granted
                        and database = (select oid from pg_database where datname = current_database())))))
      -- Seen as it was before: a key that was forgotten is no run of this request.
      returning body_digest, locked_until, xmax <> 0 and not exists (
        select from idempotency_record as forgotten
        where forgotten.scope = ${request.scope} and forgotten.route = ${request.route}
          and forgotten.key_digest = ${keyDigest}
          and forgotten.created_at < now() - make_interval(secs => ${keepSeconds})) as goes_on
    ), other_body as (
      update idempotency_record set other_bodies = other_bodies + 1
      where scope = ${request.scope} and route = ${request.route} and key_digest = ${keyDigest}
        and body_digest <> ${bodyDigest} and other_bodies < ${OTHER_BODIES} and not exists (select from claimed)
    )
    select (extract(epoch from locked_until) * 1000000)::bigint as claim, goes_on as "goesOn",
      body_digest as "bodyDigest", false as "isClosed",
      null::int as status, null::bytea as sealed
    from claimed
    union all
    select null, null, body_digest, other_bodies >= ${OTHER_BODIES}, status, sealed_answer from idempotency_record
    where scope = ${request.scope} and route = ${request.route} and key_digest = ${keyDigest}
      and not exists (select from claimed)`
  if (!row) throw refusals.idempotency_in_progress({ retryAfterSeconds: 1 })
  if (row.claim !== null) return { claim: row.claim, goesOn: row.goesOn! }
  if (row.isClosed || !row.bodyDigest.equals(bodyDigest)) throw refusals.idempotency_key_reused()
  if (row.status === null || row.sealed === null)
    throw refusals.idempotency_in_progress({ retryAfterSeconds: 1 })
  return JSON.parse(openWith(sealingKey(request), row.sealed)) as StoredAnswer
}

/** The first run's answer, if there was one, and not too many guesses at it. Nothing is claimed. */
export async function findAnswer(db: Db, request: KeyedRequest): Promise<StoredAnswer | undefined> {
  const keyDigest = digest(request.key)
  const bodyDigest = bodyDigestOf(request)
  const [row] = await db<{ sealed: Buffer }>`
    with other_body as (
      update idempotency_record set other_bodies = other_bodies + 1
      where scope = ${request.scope} and route = ${request.route} and key_digest = ${keyDigest}
        and body_digest <> ${bodyDigest} and other_bodies < ${OTHER_BODIES}
    )
    select sealed_answer as sealed from idempotency_record
    where scope = ${request.scope} and route = ${request.route} and key_digest = ${keyDigest}
      and body_digest = ${bodyDigest} and sealed_answer is not null and other_bodies < ${OTHER_BODIES}
      and created_at >= now() - make_interval(secs => ${keepSecondsOf(request)})`
  return row && (JSON.parse(openWith(sealingKey(request), row.sealed)) as StoredAnswer)
}

/** False when the key is another's by now, or answered. In a transaction, it is kept if and only if that commits. */
export async function keepAnswer(
  db: Db,
  request: KeyedRequest,
  { claim }: Claim,
  answer: StoredAnswer,
): Promise<boolean> {
  const rows = await db`
    update idempotency_record
    set status = ${answer.status}, sealed_answer = ${sealWith(sealingKey(request), JSON.stringify(answer))}
    where scope = ${request.scope} and route = ${request.route} and key_digest = ${digest(request.key)}
      and status is null and (extract(epoch from locked_until) * 1000000)::bigint = ${claim}
    returning 1`
  return rows.length > 0
}

/** After an accident on our side the same request, and no other, may be sent again at once. */
export async function releaseKey(db: Db, request: KeyedRequest, { claim }: Claim): Promise<void> {
  await db`
    update idempotency_record set locked_until = 'epoch', locked_by = null
    where scope = ${request.scope} and route = ${request.route} and key_digest = ${digest(request.key)}
      and status is null and (extract(epoch from locked_until) * 1000000)::bigint = ${claim}`
}

/** After a refusal that may pass nothing was done: the key is as good as new. */
export async function forgetKey(db: Db, request: KeyedRequest, { claim }: Claim): Promise<void> {
  await db`
    delete from idempotency_record
    where scope = ${request.scope} and route = ${request.route} and key_digest = ${digest(request.key)}
      and status is null and (extract(epoch from locked_until) * 1000000)::bigint = ${claim}`
}

/** Nobody who has left asks again, but for the answer to what is under way: that they may leave is part of it. */
export async function deleteKeysOf(db: Db, scope: string): Promise<void> {
  await db`delete from idempotency_record where scope = ${scope} and status is not null`
}

/** Some of those that are of no use to anybody any more. */
export async function deleteOldKeys(db: Db, limit: number): Promise<number> {
  const rows = await db`
    delete from idempotency_record where ctid = any(array(
      select ctid from idempotency_record where created_at < now() - make_interval(secs => ${DAY_MS / SECOND_MS})
      order by created_at limit ${limit} for update skip locked
    )) returning 1`
  return rows.length
}

function keepSecondsOf({ keepMs = DAY_MS }: KeyedRequest): number {
  return keepMs / SECOND_MS
}

/** Keyed, because a body may be little more than a PIN, and whoever reads the table could try them all. */
function bodyDigestOf({ key, fingerprint }: KeyedRequest): Buffer {
  return keyedDigest('idempotency body', `${key}\0${fingerprint.toString('hex')}`)
}

function sealingKey(request: KeyedRequest): Buffer {
  return keyedDigest(
    'idempotency answer',
    `${request.scope}\0${request.route}\0${request.key}\0${request.fingerprint.toString('hex')}`,
  )
}
