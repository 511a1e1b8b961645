import type { Db, Statement } from '../db/database.ts'
import type { Tx } from '../tx.ts'

export interface NewDocument {
  cid: string
  /** Whom or what it is about, such as `certificate:<id>`. */
  about: string
  content: string
}

export async function keepDocument(tx: Tx, { cid, about, content }: NewDocument, now: Date): Promise<void> {
  await tx`
    insert into ipfs_document (cid, about, content, created_at) values (${cid}, ${about}, ${content}, ${now})
    on conflict (cid) do nothing`
}

export async function findDocument(db: Db, cid: string): Promise<string | undefined> {
  const [row] = await db<{ content: string }>`select content from ipfs_document where cid = ${cid}`
  return row?.content
}

/** All that is kept about something, but for one. */
export async function deleteDocuments(tx: Statement, about: string[], except?: string): Promise<void> {
  await tx`delete from ipfs_document where about = any(${about}::text[]) and cid is distinct from ${except ?? null}`
}
