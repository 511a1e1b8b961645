import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Certificate } from './certificate.ts'

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
