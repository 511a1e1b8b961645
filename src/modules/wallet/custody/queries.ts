import type { Address } from 'viem'
import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { SealedOwnerKey } from './owner-key.ts'

interface NewWallet extends SealedOwnerKey {
  userId: UserId
  address: Address
}

/** Does not replace existing wallets. */
export async function insertWallets(tx: Tx, wallets: NewWallet[], now: Date): Promise<void> {
  const rows = wallets.map((wallet) => ({
    ...wallet,
    sealedKey: wallet.sealedKey.toString('hex'),
    sealedDataKey: wallet.sealedDataKey.toString('hex'),
  }))
  await tx`
    insert into wallet (user_id, address, owner_address, sealed_key, sealed_data_key, created_at)
    select "userId", address, "ownerAddress", decode("sealedKey", 'hex'), decode("sealedDataKey", 'hex'), ${now}
    from jsonb_to_recordset(${rows}::jsonb)
      as row ("userId" uuid, address text, "ownerAddress" text, "sealedKey" text, "sealedDataKey" text)
    on conflict (user_id) do nothing`
}

/** A page of users without a wallet, in the order of their ids. */
export async function listUsersWithoutWallet(
  db: Db,
  after: UserId | undefined,
  limit: number,
): Promise<UserId[]> {
  const rows = await db<{ id: UserId }>`
    select id from user_account as person
    where (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
      and not exists (select from wallet where wallet.user_id = person.id)
    order by id limit ${limit}`
  return rows.map(({ id }) => id)
}

export interface WalletRow {
  userId: UserId
  address: Address
  createdAt: Date
}

export async function listWallets(db: Db, userIds: UserId[]): Promise<WalletRow[]> {
  return db<WalletRow>`
    select user_id as "userId", address, created_at as "createdAt" from wallet
    where user_id = any(${userIds}::uuid[])`
}

export async function findSealedKey(db: Db, userId: UserId): Promise<SealedOwnerKey | undefined> {
  const [row] = await db<SealedOwnerKey>`
    select owner_address as "ownerAddress", sealed_key as "sealedKey", sealed_data_key as "sealedDataKey"
    from wallet where user_id = ${userId}`
  return row
}

/** A page of sealed keys in the order of the user ids. */
export async function listSealedKeys(db: Db, after: UserId | undefined, limit: number) {
  return db<SealedOwnerKey & { userId: UserId }>`
    select user_id as "userId", owner_address as "ownerAddress", sealed_key as "sealedKey",
      sealed_data_key as "sealedDataKey"
    from wallet where ${after ?? null}::uuid is null or user_id > ${after ?? null}::uuid
    order by user_id limit ${limit}`
}

/** Updates rows that are unchanged since the read, so that one of several concurrent runs updates each. */
export async function updateSealedDataKeys(
  tx: Tx,
  changes: { userId: UserId; before: Buffer; sealedDataKey: Buffer }[],
): Promise<number> {
  const rows = changes.map(({ userId, before, sealedDataKey }) => ({
    userId,
    before: before.toString('hex'),
    after: sealedDataKey.toString('hex'),
  }))
  const updated = await tx`
    update wallet set sealed_data_key = decode(row.after, 'hex')
    from jsonb_to_recordset(${rows}::jsonb) as row ("userId" uuid, before text, after text)
    where user_id = row."userId" and sealed_data_key = decode(row.before, 'hex')
    returning user_id`
  return updated.length
}
