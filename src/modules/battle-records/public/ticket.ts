import { type Id, isId, type SessionId } from '../../../platform/ids.ts'
import { constantTimeEqual, hmacSha256 } from '../../../platform/secrets.ts'

export type EntryId = Id<'BattleEntry'>
export type RoomId = Id<'BattleRoom'>

/** An entry in the queue or in a room, for one session of its user. */
interface Ticket {
  entryId: EntryId
  sessionId: SessionId
}

const PURPOSE = 'battle-ticket'
const PROOF_BYTES = 24

/**
 * The ticket of a session for an entry: both ids and an HMAC over them. It is not stored, so it cannot be derived from
 * the database. It is bound to the session, so it is useless on a device that was signed out.
 */
export function ticketOf({ entryId, sessionId }: Ticket): string {
  const name = Buffer.from((entryId + sessionId).replaceAll('-', ''), 'hex')
  return `${name.toString('base64url')}.${proofOf(entryId, sessionId).toString('base64url')}`
}

/** Undefined for a text that `ticketOf` did not create. */
export function readTicket(ticket: string): Ticket | undefined {
  const [name = '', proof = '', ...rest] = ticket.split('.')
  const hex = Buffer.from(name, 'base64url').toString('hex')
  const [entryId, sessionId] = [idIn(hex.slice(0, 32)), idIn(hex.slice(32))] as [EntryId, SessionId]
  if (!isId(entryId) || !isId(sessionId) || rest.length > 0) return undefined
  if (!constantTimeEqual(Buffer.from(proof, 'base64url'), proofOf(entryId, sessionId))) return undefined
  // Base64 decoding ignores some characters: only the exact text is valid.
  return ticketOf({ entryId, sessionId }) === ticket ? { entryId, sessionId } : undefined
}

function idIn(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function proofOf(entryId: EntryId, sessionId: SessionId): Buffer {
  return hmacSha256(PURPOSE, `${entryId} ${sessionId}`).subarray(0, PROOF_BYTES)
}
