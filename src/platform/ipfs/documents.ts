import type { Db } from '../db/database.ts'
import type { Tx } from '../transaction/tx.ts'

export interface NewDocument {
  cid: string
  /** The subject of the document, such as `certificate:<id>`. */
  subject: string
  content: string
}

export async function storeDocument(
  tx: Tx,
  { cid, subject, content }: NewDocument,
  now: Date,
): Promise<void> {
  await tx`
    insert into ipfs_document (cid, subject, content, created_at) values (${cid}, ${subject}, ${content}, ${now})
    on conflict (cid) do nothing`
}

export async function findDocument(db: Db, cid: string): Promise<string | undefined> {
  const [row] = await db<{ content: string }>`select content from ipfs_document where cid = ${cid}`
  return row?.content
}

/** Deletes the documents of these subjects, except one. */
export async function deleteDocuments(tx: Tx, subject: string[], except?: string): Promise<void> {
  await tx`delete from ipfs_document where subject = any(${subject}::text[]) and cid is distinct from ${except ?? null}`
}
