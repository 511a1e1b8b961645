import { SMTPServer } from 'smtp-server'
import { findFreePort } from '../../../src/platform/ports.ts'

export interface ReceivedMail {
  from: string
  to: string[]
  /** The e-mail as received. */
  raw: string
}

export interface TestSmtp {
  url: string
  received: ReceivedMail[]
  /** The next e-mails are refused permanently or temporarily, until reset to undefined. */
  refusal: { code: number; message: string } | undefined
  stop(): Promise<void>
}

/** A real SMTP server on a loopback port that stores e-mails. It can restart on the same port. */
export async function startTestSmtp(given?: number): Promise<TestSmtp> {
  const port = given ?? (await findFreePort())
  const received: ReceivedMail[] = []
  const state: { refusal: TestSmtp['refusal'] } = { refusal: undefined }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_, __, callback) {
      const { refusal } = state
      callback(refusal ? Object.assign(new Error(refusal.message), { responseCode: refusal.code }) : null)
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map((recipient) => recipient.address),
          raw: Buffer.concat(chunks).toString('utf8'),
        })
        callback()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    get refusal() {
      return state.refusal
    },
    set refusal(refusal) {
      state.refusal = refusal
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

export interface ParsedMail {
  headers: Map<string, string>
  parts: Map<string, string>
}

/** Parses the part of MIME that the service uses: headers with encoded words, and parts by their type. */
export function parseMail(raw: string): ParsedMail {
  const { headers, body } = splitMail(raw)
  const parts = new Map<string, string>()
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1]
  const pieces = boundary ? body.split(`--${boundary}`).slice(1, -1) : [raw]
  for (const piece of pieces) {
    const part = splitMail(piece.replace(/^\r\n/, ''))
    const type = (part.headers.get('content-type') ?? 'text/plain').split(';')[0]!
    parts.set(
      type,
      decodeTransfer(part.body.replace(/\r\n$/, ''), part.headers.get('content-transfer-encoding')),
    )
  }
  return { headers, parts }
}

function splitMail(raw: string): { headers: Map<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n')
  const unfolded = raw.slice(0, end).replace(/\r\n[ \t]+/g, ' ')
  const headers = unfolded.split('\r\n').map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())] as const
  })
  return { headers: new Map(headers), body: raw.slice(end + 4) }
}

function decodeWords(text: string): string {
  const joined = text.replace(/\?=\s+=\?UTF-8\?/gi, '?==?UTF-8?')
  return joined.replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, encoding: string, word: string) =>
    encoding.toUpperCase() === 'B'
      ? Buffer.from(word, 'base64').toString('utf8')
      : decodeTransfer(word.replaceAll('_', ' '), 'quoted-printable'),
  )
}

function decodeTransfer(text: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return text
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
