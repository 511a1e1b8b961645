import type { Address } from 'viem'
import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'

export interface ChallengeRow {
  nonce: string
  userId: UserId
  address: Address
  message: string
  issuedAt: Date
  expiresAt: Date
}

export async function insertChallenge(tx: Tx, challenge: ChallengeRow): Promise<void> {
  await tx`
    insert into link_challenge (nonce, user_id, address, message, issued_at, expires_at)
    values (${challenge.nonce}, ${challenge.userId}, ${challenge.address}, ${challenge.message},
      ${challenge.issuedAt}, ${challenge.expiresAt})`
}

/** Deletes all unused challenges except the newest. */
export async function deleteOlderChallenges(tx: Tx, userId: UserId, keepCount: number): Promise<void> {
  await tx`
    delete from link_challenge where nonce in (
      select nonce from link_challenge where user_id = ${userId} and used_at is null
      order by issued_at desc, nonce desc offset ${keepCount}
    )`
}

/** Does not find challenges of other users. */
export async function findChallenge(db: Db, nonce: string, userId: UserId) {
  const [row] = await db<Pick<ChallengeRow, 'address' | 'message' | 'expiresAt'> & { usedAt: Date | null }>`
    select address, message, expires_at as "expiresAt", used_at as "usedAt"
    from link_challenge where nonce = ${nonce} and user_id = ${userId}`
  return row
}

export function listChallenges(db: Db, userId: UserId): Promise<Record<string, unknown>[]> {
  return db`
    select address, issued_at as "issuedAt", expires_at as "expiresAt", used_at as "usedAt"
    from link_challenge where user_id = ${userId} order by issued_at`
}

/** Returns whether the challenge was unused. One of several concurrent calls gets true. */
export async function updateChallengeUsed(tx: Tx, nonce: string, now: Date): Promise<boolean> {
  const rows = await tx`
    update link_challenge set used_at = ${now} where nonce = ${nonce} and used_at is null returning nonce`
  return rows.length === 1
}

/** Locks the links of the user until commit. */
export async function lockLinks(tx: Tx, userId: UserId): Promise<LinkedRow[]> {
  const [, rows] = await Promise.all([
    tx`select from wallet where user_id = ${userId} for no key update`,
    listLinked(tx, userId),
  ])
  return rows
}

export interface LinkedRow {
  address: Address
  linkedAt: Date
}

export async function listLinked(db: Db, userId: UserId): Promise<LinkedRow[]> {
  return db<LinkedRow>`
    select address, linked_at as "linkedAt" from linked_wallet where user_id = ${userId} order by linked_at, address`
}

/** Returns undefined if the address is linked. */
export async function insertLinked(
  tx: Tx,
  { userId, address }: { userId: UserId; address: Address },
  now: Date,
): Promise<{ address: Address } | undefined> {
  const [row] = await tx<{ address: Address }>`
    insert into linked_wallet (address, user_id, linked_at) values (${address}, ${userId}, ${now})
    on conflict do nothing
    returning address`
  return row
}

/** Returns whether the address was linked to this user. */
export async function deleteLinked(tx: Tx, userId: UserId, address: Address): Promise<boolean> {
  const rows = await tx`
    delete from linked_wallet where user_id = ${userId} and lower(address) = lower(${address}) returning address`
  return rows.length === 1
}

export async function deleteLinks(tx: Tx, userId: UserId): Promise<void> {
  await tx`delete from linked_wallet where user_id = ${userId}`
  await tx`delete from link_challenge where user_id = ${userId}`
}
