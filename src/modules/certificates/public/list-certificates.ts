import { addMs, DAY_MS } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import { smallestIdAt, type UserId } from '../../../platform/ids.ts'
import { findById, findByNumber } from '../queries.ts'
import {
  type Certificate,
  type CertificateId,
  type CertificateStatus,
  readCertificateNumber,
} from './certificate.ts'

/** The certificates of a user, newest first. */
export async function listCertificates(
  db: Db,
  userId: UserId,
  { page, limit }: { page: number; limit: number },
): Promise<{ certificates: Certificate[]; total: number }> {
  const [certificates, [counted]] = await Promise.all([
    db<Certificate>`
      select * from certificate_row where "userId" = ${userId}
      order by "issuedAt" desc, id desc limit ${limit} offset ${(page - 1) * limit}`,
    db<{ total: number }>`select count(*)::int as total from certificate where user_id = ${userId}`,
  ])
  return { certificates, total: counted!.total }
}

export interface CertificateFilter {
  /** As it is printed. */
  number?: string | undefined
  userId?: UserId | undefined
  courseId?: string | undefined
  status?: CertificateStatus | undefined
  /** Of certificates that were issued in this time: `from` is included, `to` is not. */
  from?: Date | undefined
  to?: Date | undefined
}

const COUNT_LIMIT = 10_000

/** The certificates of all users, newest first. Counts at most 10,000. */
export async function listAllCertificates(
  db: Db,
  { number, userId, courseId, status, from, to }: CertificateFilter,
  { page, limit }: { page: number; limit: number },
): Promise<{ certificates: Certificate[]; total: number }> {
  // Ids contain the time of their creation, so the primary key finds certificates by time. A day more, in case clocks differ.
  const fromId = from ? smallestIdAt(addMs(from, -DAY_MS)) : null
  const toId = to ? smallestIdAt(addMs(to, DAY_MS)) : null
  const [certificates, [counted]] = await Promise.all([
    db<Certificate>`
      select * from certificate_row
      where (${number ?? null}::text is null or number = ${number ?? null}::text)
        and (${userId ?? null}::uuid is null or "userId" = ${userId ?? null}::uuid)
        and (${courseId ?? null}::uuid is null or "courseId" = ${courseId ?? null}::uuid)
        and (${status ?? null}::text is null or status = ${status ?? null}::text)
        and (${fromId}::uuid is null or (id >= ${fromId}::uuid and "issuedAt" >= ${from ?? null}::timestamptz))
        and (${toId}::uuid is null or (id < ${toId}::uuid and "issuedAt" < ${to ?? null}::timestamptz))
      order by id desc limit ${limit} offset ${(page - 1) * limit}`,
    db<{ total: number }>`
      select count(*)::integer as total from (
        select from certificate
        where (${number ?? null}::text is null or number = ${number ?? null}::text)
          and (${userId ?? null}::uuid is null or user_id = ${userId ?? null}::uuid)
          and (${courseId ?? null}::uuid is null or course_id = ${courseId ?? null}::uuid)
          and (${status ?? null}::text is null or status = ${status ?? null}::text)
          and (${fromId}::uuid is null or (id >= ${fromId}::uuid and issued_at >= ${from ?? null}::timestamptz))
          and (${toId}::uuid is null or (id < ${toId}::uuid and issued_at < ${to ?? null}::timestamptz))
        limit ${COUNT_LIMIT}
      ) found`,
  ])
  return { certificates, total: counted!.total }
}

/** Counts the certificates of a course that were issued in a period, and those of them that are revoked. */
export async function countCertificates(
  db: Db,
  { courseId, since, until }: { courseId: string; since: Date; until: Date },
): Promise<{ issued: number; revoked: number }> {
  const [row] = await db<{ issued: number; revoked: number }>`
    select count(*)::int as issued, (count(*) filter (where status = 'REVOKED'))::int as revoked
    from certificate where course_id = ${courseId} and issued_at >= ${since} and issued_at < ${until}`
  return row!
}

export function findCertificateById(db: Db, id: CertificateId): Promise<Certificate | undefined> {
  return findById(db, id)
}

/** Corrects a typed number. Undefined if it is not the number of a certificate. */
export async function findCertificateByNumber(db: Db, typed: string): Promise<Certificate | undefined> {
  const number = readCertificateNumber(typed)
  return number === undefined ? undefined : findByNumber(db, number)
}

/** Which of the users got a certificate before a time of their own. */
export async function listCertifiedUsers(
  db: Db,
  asked: { userId: UserId; before: Date }[],
): Promise<Set<UserId>> {
  const rows = await db<{ userId: UserId }>`
    select asked."userId" from jsonb_to_recordset(${asked}::jsonb) as asked ("userId" uuid, before timestamptz)
      -- The limit makes it one lookup by key for each user, however many rows the planner expects.
      cross join lateral (
        select from certificate where user_id = asked."userId" and issued_at < asked.before limit 1
      ) found`
  return new Set(rows.map(({ userId }) => userId))
}
