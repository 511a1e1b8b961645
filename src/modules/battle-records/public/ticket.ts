import { type Id, isId, type SessionId } from '../../../platform/ids.ts'
import { constantTimeEqual, hmacSha256 } from '../../../platform/secrets.ts'

export type EntryId = Id<'BattleEntry'>
export type RoomId = Id<'BattleRoom'>

/** A place in the queue or a room, as one session of its user knows it. */
interface Ticket {
  entryId: EntryId
  sessionId: SessionId
}

const PURPOSE = 'battle-ticket'
const PROOF_BYTES = 24

/**
 * What a session holds for an entry: both ids with a proof that we gave it. Nothing of it is kept, and whoever reads
 * the database cannot make one. Each session of a user has its own, which is worth nothing when that session has ended:
 * a device that is signed out must not go on as another one.
 */
export function ticketOf({ entryId, sessionId }: Ticket): string {
  const name = Buffer.from((entryId + sessionId).replaceAll('-', ''), 'hex')
  return `${name.toString('base64url')}.${proofOf(entryId, sessionId).toString('base64url')}`
}

/** Undefined for what we never gave. */
export function readTicket(ticket: string): Ticket | undefined {
  const [name = '', proof = '', ...rest] = ticket.split('.')
  const hex = Buffer.from(name, 'base64url').toString('hex')
  const [entryId, sessionId] = [idIn(hex.slice(0, 32)), idIn(hex.slice(32))] as [EntryId, SessionId]
  if (!isId(entryId) || !isId(sessionId) || rest.length > 0) return undefined
  if (!constantTimeEqual(Buffer.from(proof, 'base64url'), proofOf(entryId, sessionId))) return undefined
  // Decoding is generous: only the very text that we gave is the ticket.
  return ticketOf({ entryId, sessionId }) === ticket ? { entryId, sessionId } : undefined
}

function idIn(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function proofOf(entryId: EntryId, sessionId: SessionId): Buffer {
  return hmacSha256(PURPOSE, `${entryId} ${sessionId}`).subarray(0, PROOF_BYTES)
}
