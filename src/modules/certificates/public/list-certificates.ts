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
