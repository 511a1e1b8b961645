import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { startTestHttp, type TestHttp } from '../../../test/harness/http.ts'
import { commonErrors } from '../errors.ts'
import { z } from '../zod.ts'
import { endpoint } from './endpoint.ts'

const seen: string[] = []
const webhook = endpoint({
  tag: 'Test',
  summary: 'Lets in who knows the word',
  method: 'post',
  path: '/doors/:name',
  access: 'public',
  params: z.object({ name: z.string().regex(/^[a-z]+$/) }),
  verifySender: ({ headers, params, rawBody }) => {
    seen.push(`verify ${params.name} ${rawBody.length}`)
    if (headers.get('x-word') !== 'sesame') throw commonErrors.unauthenticated()
  },
  body: z.object({ text: z.string() }),
  response: { status: 200, data: z.object({ raw: z.string(), text: z.string() }) },
  handle: ({ body, rawBody, respondAfterCommit }) => {
    seen.push('handle')
    return respondAfterCommit({ raw: Buffer.from(rawBody).toString('hex'), text: body.text })
  },
})

let http: TestHttp
beforeAll(() => {
  http = startTestHttp([webhook], { environment: { LIMIT_GENERAL: '5/60' } })
})
beforeEach(() => void seen.splice(0))
afterAll(() => http.stop())

const knock = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  http.ask('/doors/front', { method: 'POST', body, headers: { 'x-word': 'sesame', ...headers } })

test('a handler gets the raw bytes beside the parsed body', async () => {
  const body = '{ "text" : "Zo\\u00eb ☃" ,"more":[1,  2]}\n'
  const { json } = await knock(body)
  expect(json.data).toEqual({ raw: Buffer.from(body).toString('hex'), text: 'Zoë ☃' })
})

test('the sender is verified before the body is parsed, and with the path parameters', async () => {
  for (const body of ['{"text":', '', '[]', new Uint8Array([0xff, 0xfe])]) {
    expect((await knock(body)).status).toBe(400)
  }
  expect(seen).toEqual(['verify front 8', 'verify front 0', 'verify front 2', 'verify front 2'])
  expect((await http.ask('/doors/7', { method: 'POST', body: '{}' })).status).toBe(404)
  expect(seen).toHaveLength(4)
})

test('verified requests are not rate limited; failed ones are refused and then limited', async () => {
  const passed: number[] = []
  for (let count = 0; count < 20; count++) passed.push((await knock('{"text":"a"}')).status)
  expect(new Set(passed)).toEqual(new Set([200]))
  const failed: number[] = []
  for (let count = 0; count < 8; count++) failed.push((await knock('{', { 'x-word': 'salami' })).status)
  expect(failed.slice(0, 5)).toEqual(Array(5).fill(401))
  expect(failed.at(-1)).toBe(429)
  expect((await knock('{"text":"a"}')).status).toBe(200)
})
