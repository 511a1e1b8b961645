import { describe, expect, test } from 'bun:test'
import { Refusal } from '../../../platform/errors.ts'
import { type SigningRules, signatureOf, verifySignature } from './verify-signature.ts'

const SECRET = 'whsec_test_secret_32_bytes_minimum'
const ID = '6b1f3c1e-6a0e-4a57-9d0b-0f3f8d2c9a11'
const AT = 1_767_225_600
const BODY =
  '{"eventType":"XP_REWARDED","contractAddress":"0x1111111111111111111111111111111111111111","transactionHash":"0xabababababababababababababababababababababababababababababababab","blockNumber":123,"data":{"userAddress":"0x2222222222222222222222222222222222222222","amount":"50000000000000000000"}}'
const VECTORS = {
  body: '3b98d99161f78caf79d58949ba6afcb30556c513cce34745916b1e6bb41c6c9a',
  'id.timestamp.body': 'c9190d7a5fcf1f26be59bd0e4f11e33926394f6ae8770f73a49b7ac1123db788',
} as const

const rulesOf = (input: SigningRules['contractSignedInput'], ...secrets: string[]): SigningRules => ({
  contractSecrets: secrets.length > 0 ? secrets : [SECRET],
  contractSignedInput: input,
})

interface Sent {
  signature?: string
  timestamp?: string
  id?: string
  body?: string
  nowSeconds?: number
}

function codeOf(rules: SigningRules, sent: Sent = {}): string | undefined {
  const headers = new Headers({
    'x-event-id': sent.id ?? ID,
    'x-webhook-timestamp': sent.timestamp ?? String(AT),
    'x-webhook-signature': sent.signature ?? VECTORS[rules.contractSignedInput],
  })
  try {
    const now = new Date((sent.nowSeconds ?? AT) * 1000)
    verifySignature(rules, { headers, rawBody: Buffer.from(sent.body ?? BODY), now })
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

for (const input of ['body', 'id.timestamp.body'] as const) {
  const rules = rulesOf(input)
  describe(`signatures over ${input}`, () => {
    test(`signatures over ${input} match the published test vector`, () => {
      const signed = { eventId: ID, timestamp: String(AT), rawBody: Buffer.from(BODY) }
      expect(signatureOf(rules, signed)).toBe(VECTORS[input])
      expect(codeOf(rules)).toBeUndefined()
    })

    test(`invalid signatures over ${input} are refused`, () => {
      const right = VECTORS[input]
      const wrong: Record<string, Sent> = {
        'another body': { body: BODY.replace('123', '124') },
        'a space more': { body: `${BODY} ` },
        'no body': { body: '' },
        'no signature': { signature: '' },
        'upper case': { signature: right.toUpperCase() },
        '63 digits': { signature: right.slice(1) },
        '65 digits': { signature: `${right}0` },
        'a digit more before': { signature: `0${right}` },
        'no hex': { signature: `${right.slice(0, 63)}g` },
        'a prefix': { signature: `sha256=${right}` },
        'two signatures': { signature: `${right}, ${right}` },
        'zeros only': { signature: '0'.repeat(64) },
        'the signature of the other input': {
          signature: VECTORS[input === 'body' ? 'id.timestamp.body' : 'body'],
        },
      }
      const codes = Object.entries(wrong).map(([what, sent]) => [what, codeOf(rules, sent)])
      expect(codes).toEqual(Object.keys(wrong).map((what) => [what, 'SIGNATURE_INVALID']))
    })

    test(`signatures over ${input} are valid for exactly five minutes before and after their timestamp`, () => {
      const codes = [-301, -300, 0, 300, 301].map((offset) => codeOf(rules, { nowSeconds: AT + offset }))
      const refused = 'TIMESTAMP_OUT_OF_RANGE'
      expect(codes).toEqual([refused, undefined, undefined, undefined, refused])
    })

    test(`signatures over ${input} need a timestamp in seconds`, () => {
      for (const timestamp of ['', 'now', '1e9', '-1', '0x69', `${AT}.0`, String(AT * 1000), '９', 'NaN'])
        expect([timestamp, codeOf(rules, { timestamp: timestamp.replace('９', '%') })]).toEqual([
          timestamp,
          'TIMESTAMP_OUT_OF_RANGE',
        ])
    })

    test(`signatures over ${input} by the previous secret are valid while it is configured`, () => {
      expect(codeOf(rulesOf(input, 'the next secret', SECRET))).toBeUndefined()
      expect(codeOf(rulesOf(input, 'the next secret'))).toBe('SIGNATURE_INVALID')
    })
  })
}

test('a signature over id, time and body protects the id and the time, and one over the body does not', () => {
  const other = { id: '6b1f3c1e-6a0e-4a57-9d0b-0f3f8d2c9a12' }
  const later = { timestamp: String(AT + 10) }
  expect(codeOf(rulesOf('id.timestamp.body'), other)).toBe('SIGNATURE_INVALID')
  expect(codeOf(rulesOf('id.timestamp.body'), later)).toBe('SIGNATURE_INVALID')
  expect(codeOf(rulesOf('body'), other)).toBeUndefined()
  expect(codeOf(rulesOf('body'), later)).toBeUndefined()
})
