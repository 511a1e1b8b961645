import { type Id, isId } from '../../platform/ids.ts'
import { keyedDigest, sameBytes } from '../../platform/secrets.ts'

export type EntryId = Id<'BattleEntry'>
export type RoomId = Id<'BattleRoom'>

const PURPOSE = 'battle-ticket'
const PROOF_BYTES = 24

/**
 * What the client holds for an entry: its id with a proof that we gave it. Nothing of it is kept, and whoever reads
 * the database cannot make one.
 */
export function ticketOf(entryId: EntryId): string {
  return `${bytesOf(entryId).toString('base64url')}.${proofOf(entryId).toString('base64url')}`
}

/** Undefined for what we never gave. */
export function entryOf(ticket: string): EntryId | undefined {
  const [name = '', proof = '', ...rest] = ticket.split('.')
  const hex = Buffer.from(name, 'base64url').toString('hex')
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  if (!isId(id) || rest.length > 0) return undefined
  const entryId = id as EntryId
  if (!sameBytes(Buffer.from(proof, 'base64url'), proofOf(entryId))) return undefined
  // Decoding is generous: only the very text that we gave is the ticket.
  return ticketOf(entryId) === ticket ? entryId : undefined
}

function bytesOf(entryId: EntryId): Buffer {
  return Buffer.from(entryId.replaceAll('-', ''), 'hex')
}

function proofOf(entryId: EntryId): Buffer {
  return keyedDigest(PURPOSE, entryId).subarray(0, PROOF_BYTES)
}
