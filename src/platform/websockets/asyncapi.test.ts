import { expect, test } from 'bun:test'
import { z } from '../zod.ts'
import { asyncApiDocument } from './asyncapi.ts'
import { frame } from './frames.ts'

const document = asyncApiDocument({
  title: 'Live',
  version: '1.0.0',
  serverUrl: 'https://learn.example.com',
  path: '/ws',
  purpose: 'For chess.',
  notes: ['Moves come in turns.'],
  ticket: 'Of the board.',
  handlers: [
    frame({
      type: 'chess.move',
      summary: 'Moves.',
      schema: z.object({ from: z.string().max(2), takes: z.boolean().default(false) }),
      handle: () => undefined,
    }),
  ],
  outFrames: [{ type: 'chess.moved', summary: 'Moved.', schema: z.object({ at: z.number().int() }) }],
})

// biome-ignore lint/suspicious/noExplicitAny: the document is walked.
function at(pointer: string): any {
  return (
    pointer
      .replace(/^#\//, '')
      .split('/')
      // biome-ignore lint/suspicious/noExplicitAny: the document is walked.
      .reduce((value: any, key) => value?.[key], document)
  )
}

test('every reference in the AsyncAPI document resolves', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
    ([, pointer]) => pointer!,
  )
  expect(references.length).toBeGreaterThan(10)
  for (const pointer of references) expect(at(pointer), pointer).toBeDefined()
})

test('client frames are received operations, and server frames have the full envelope', () => {
  expect(at('operations/receive.chess.move').action).toBe('receive')
  const sent = at('components/messages/chess.move').payload
  expect(sent.required).toEqual(['type'])
  expect(sent.properties.data.required).toEqual(['from'])
  expect(at('operations/send.chess.moved').action).toBe('send')
  const got = at('components/messages/chess.moved').payload
  expect(got.required).toEqual(['v', 'type', 'seq', 'ts', 'data'])
  expect(got.properties.type).toEqual({ const: 'chess.moved' })
  // Clients number their frames, and only answers repeat that id.
  expect([sent.properties.id.maxLength, got.properties.id]).toEqual([64, undefined])
  for (const type of ['ack', 'error'])
    expect(at(`components/messages/${type}`).payload.properties.id.type).toBe('string')
})

test('the server has a host and a protocol', () => {
  expect(at('servers/default')).toMatchObject({ host: 'learn.example.com', protocol: 'wss' })
})

test("the modules' descriptions are beside the general description of the channel", () => {
  const { description } = at('info')
  expect(description).toStartWith('For chess. Frames are JSON text')
  expect(description).toEndWith('\n\nMoves come in turns.')
  expect(at('components/securitySchemes/ticket').description).toBe('Of the board.')
})
