import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { listByUser } from '../queries.ts'
import type { Certificate } from './certificate.ts'

/** A user's certificates, newest first. */
export function listCertificates(
  db: Db,
  userId: UserId,
  { page, limit }: { page: number; limit: number },
): Promise<{ certificates: Certificate[]; total: number }> {
  return listByUser(db, userId, { limit, offset: (page - 1) * limit })
}
