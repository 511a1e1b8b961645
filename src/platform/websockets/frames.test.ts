import { expect, test } from 'bun:test'
import { readFrame } from './frames.ts'

test('a frame of version 1 or without a version is parsed, and any other version is rejected', () => {
  const read = { type: 'ping', data: {} }
  expect(readFrame('{"type":"ping"}')).toEqual(read)
  expect(readFrame('{"v":1,"type":"ping","data":null}')).toEqual(read)
  for (const version of ['2', '0', '"1"', 'null', '1.5', 'true', '[1]'])
    expect([version, readFrame(`{"v":${version},"type":"ping"}`)]).toEqual([version, undefined])
})

test('a frame has a short type and room, and its data', () => {
  expect(readFrame('{"type":"battle.answer","roomId":"r","data":{"a":1},"more":7}')).toEqual({
    type: 'battle.answer',
    roomId: 'r',
    data: { a: 1 },
  })
  expect(readFrame('{"type":"ping","id":"7"}')).toEqual({ type: 'ping', id: '7', data: {} })
  const none = ['', 'ping', '[]', '"x"', '7', 'null', '{}', '{"type":7}', '{"type":"a","roomId":7}']
  for (const text of [
    ...none,
    `{"type":"${'x'.repeat(65)}"}`,
    `{"type":"a","roomId":"${'x'.repeat(65)}"}`,
    '{"type":"a","id":7}',
  ])
    expect([text, readFrame(text)]).toEqual([text, undefined])
})
