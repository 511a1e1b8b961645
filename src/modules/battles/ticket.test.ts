import { expect, test } from 'bun:test'
import '../../../test/harness/database.ts'
import { newId } from '../../platform/ids.ts'
import { entryOf, ticketOf } from './ticket.ts'

test('a ticket names its entry, and nothing but the very text that was given does', () => {
  const entryId = newId<'BattleEntry'>()
  const ticket = ticketOf(entryId)
  expect(entryOf(ticket)).toBe(entryId)
  const [name, proof] = ticket.split('.') as [string, string]
  const other = ticketOf(newId()).split('.') as [string, string]
  const forged = [
    '',
    '.',
    name,
    `${name}.`,
    `${name}.${other[1]}`,
    `${other[0]}.${proof}`,
    `${ticket}=`,
    `${ticket}.`,
    ` ${ticket}`,
    ticket.toLowerCase(),
    `${name}.${proof.slice(0, -1)}`,
    `${name}.${'A'.repeat(32)}`,
    entryId,
    'x'.repeat(200),
  ]
  for (const text of forged) expect([text, entryOf(text)]).toEqual([text, undefined])
})
