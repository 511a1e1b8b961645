import { expect, test } from 'bun:test'
import { streamOf } from './stream-of.ts'

const BYTES = new Uint8Array([1])

/** A body and how often its end was reported. */
function open(chunks: AsyncIterable<Uint8Array>, onEnd: () => unknown = () => undefined) {
  let ends = 0
  const body = streamOf(
    chunks,
    () => {
      ends++
      return onEnd()
    },
    'file',
  )
  return { reader: body.getReader(), ends: () => ends }
}

test('the end is reported once when everything is sent', async () => {
  const { reader, ends } = open(
    (async function* () {
      yield BYTES
    })(),
  )
  expect(await reader.read()).toEqual({ done: false, value: BYTES })
  expect((await reader.read()).done).toBe(true)
  await reader.cancel()
  expect(ends()).toBe(1)
})

test('the end is reported when the source fails to stop after the client has gone', async () => {
  const { reader, ends } = open({
    [Symbol.asyncIterator]: () => ({
      next: async () => ({ done: false, value: BYTES }),
      return: () => Promise.reject(new Error('the source does not stop')),
    }),
  })
  await reader.read()
  await expect(reader.cancel()).rejects.toThrow('the source does not stop')
  expect(ends()).toBe(1)
})

test('the end is reported once when the source fails after the client has gone', async () => {
  const chunk = Promise.withResolvers<IteratorResult<Uint8Array>>()
  const { reader, ends } = open({ [Symbol.asyncIterator]: () => ({ next: () => chunk.promise }) })
  const read = reader.read()
  // The stream asks the source in a later task.
  await Bun.sleep(0)
  await reader.cancel()
  chunk.reject(new Error('the source failed'))
  expect((await read).done).toBe(true)
  await Bun.sleep(0)
  expect(ends()).toBe(1)
})

test('an end that fails is not repeated, and closes the connection', async () => {
  const { reader, ends } = open((async function* () {})(), () => Promise.reject(new Error('the end failed')))
  await expect(reader.read()).rejects.toThrow('the end failed')
  expect(ends()).toBe(1)
})
