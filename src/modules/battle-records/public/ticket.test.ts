import { expect, test } from 'bun:test'
import '../../../../test/harness/database.ts'
import { newId } from '../../../platform/ids.ts'
import { readTicket, ticketOf } from './ticket.ts'

test('a ticket can be read back, and any change of its text makes it invalid', () => {
  const entryId = newId<'BattleEntry'>()
  const sessionId = newId<'Session'>()
  const ticket = ticketOf({ entryId, sessionId })
  expect(readTicket(ticket)).toEqual({ entryId, sessionId })
  const [name, proof] = ticket.split('.') as [string, string]
  const other = ticketOf({ entryId: newId(), sessionId }).split('.') as [string, string]
  const elsewhere = ticketOf({ entryId, sessionId: newId() }).split('.') as [string, string]
  const forged = [
    '',
    '.',
    name,
    `${name}.`,
    `${name}.${other[1]}`,
    `${other[0]}.${proof}`,
    `${elsewhere[0]}.${proof}`,
    `${name.slice(0, 22)}.${proof}`,
    `${name}AAAA.${proof}`,
    `${ticket}=`,
    `${ticket}.`,
    ` ${ticket}`,
    ticket.toLowerCase(),
    `${name}.${proof.slice(0, -1)}`,
    `${name}.${'A'.repeat(32)}`,
    entryId,
    'x'.repeat(200),
  ]
  for (const text of forged) expect([text, readTicket(text)]).toEqual([text, undefined])
})
