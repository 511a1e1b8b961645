import fc from 'fast-check'
import { closeReasons } from '../../src/platform/websockets/close-reasons.ts'
import { type Schema, schemaViolations, undescribedFields } from '../harness/operations/schema.ts'
import { openSocket } from '../harness/socket.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { corrupted, invalidValue, jsonText, validValue } from './value-generators.ts'

interface AsyncApiDocument {
  operations: Record<string, { action: string }>
  components: { messages: Record<string, { payload: Schema }> }
}

/** Less than the frame limit of a client. */
const FRAMES_A_SOCKET = 15
const CLOSE_CODES = new Set<number>(Object.values(closeReasons).map(({ code }) => code))
/** Few, because a malformed frame closes its socket. */
const NO_FRAMES: (string | Uint8Array<ArrayBuffer>)[] = [
  '',
  'null',
  '[]',
  '7',
  '{',
  '{"type":1}',
  '{"type":"ping","roomId":7}',
  '{"type":"ping","id":7}',
  `{"type":"${'x'.repeat(65)}"}`,
  '['.repeat(8_000),
  '{"a":'.repeat(3_000),
  'x'.repeat(20_000),
  new Uint8Array([0, 255, 254]),
]

export class FrameFuzzer {
  readonly violations: string[] = []
  sent = 0
  readonly received = new Map<string, number>()
  readonly #url: string
  readonly #document: AsyncApiDocument
  readonly #ids: string[]

  constructor(url: string, document: AsyncApiDocument, ids: string[]) {
    this.#url = url
    this.#document = document
    this.#ids = ids
  }

  /** Sends every client frame, valid and modified, and then malformed ones. */
  async run(accessToken: string, runs: number, seed: number): Promise<void> {
    const types = Object.entries(this.#document.operations)
      .filter(([, { action }]) => action === 'receive')
      .map(([name]) => name.replace(/^receive\./, ''))
    for (const type of types) {
      const texts = fc.sample(this.#framesOf(type), { numRuns: runs, seed })
      for (let from = 0; from < texts.length; from += FRAMES_A_SOCKET)
        await this.#talk(accessToken, type, texts.slice(from, from + FRAMES_A_SOCKET))
    }
    for (const text of NO_FRAMES) await this.#talk(accessToken, 'no frame', [text])
  }

  #framesOf(type: string): fc.Arbitrary<string> {
    const { payload } = this.#document.components.messages[type]!
    const data = validValue(this.#document, payload.properties!.data!, this.#ids)
    const room = fc.oneof(fc.constant(undefined), fc.constantFrom(...this.#ids), fc.uuid())
    return fc.oneof(
      fc
        .tuple(fc.oneof(data, corrupted(data)), room)
        .map(([given, roomId]) => frameText(type, given, roomId)),
      fc.tuple(invalidValue, room).map(([given, roomId]) => frameText(type, given, roomId)),
      fc.constantFrom('\0', 'a\ud800', 'x'.repeat(60)).map((roomId) => frameText(type, {}, roomId)),
    )
  }

  async #talk(accessToken: string, type: string, texts: (string | Uint8Array<ArrayBuffer>)[]): Promise<void> {
    const socket = await openSocket(this.#url, { accessToken })
    await waitUntil(() => socket.frames.length > 0 || socket.closed !== undefined)
    for (const text of texts) {
      // An oversized frame closes the connection by the protocol.
      if (text.length > 16_000 && type !== 'no frame') continue
      if (socket.closed) break
      socket.sendRaw(text)
      this.sent++
    }
    if (!socket.closed) socket.send('ping')
    const isPong = () => socket.frames.some((frame) => frame.type === 'pong')
    await waitUntil(() => isPong() || socket.closed !== undefined).catch(() =>
      this.violations.push(
        `${type}: neither an answer nor an end, after ${String(texts.at(-1)).slice(0, 200)}`,
      ),
    )
    for (const frame of socket.frames) this.#checkFrame(type, frame)
    // 1006 and 1009: the runtime closes a connection with an oversized frame.
    const { closed } = socket
    if (closed && !CLOSE_CODES.has(closed.code) && ![1006, 1009].includes(closed.code))
      this.violations.push(`${type}: closed with ${closed.code} ${closed.reason}`)
    socket.close()
    await socket.waitUntilClosed()
  }

  #checkFrame(sent: string, frame: { type: string; data?: { code?: string } }): void {
    this.received.set(frame.type, (this.received.get(frame.type) ?? 0) + 1)
    const schema = this.#document.components.messages[frame.type]?.payload
    const violations = schema
      ? [
          ...schemaViolations(this.#document, schema, frame),
          ...undescribedFields(this.#document, schema, frame),
        ]
      : ['is not described']
    if (frame.data?.code === 'INTERNAL_ERROR') violations.push('is a fault of ours')
    this.violations.push(
      ...violations.map((violation) => `${sent}: ${violation}: ${JSON.stringify(frame).slice(0, 300)}`),
    )
  }
}

function frameText(type: string, data: unknown, roomId: string | undefined): string {
  // Every other frame asks for an answer.
  const id = type.length % 2 === 0 ? { id: `${type}"\u2028` } : {}
  return jsonText({ v: 1, type, data, ...id, ...(roomId === undefined ? {} : { roomId }) })
}
