import { describe, expect, test } from 'bun:test'
import { m4aOf, mp3Of, opusOf, wavOf } from './audio-testbed.ts'
import { readAudio } from './read-audio.ts'

describe('readAudio', () => {
  test.each([
    ['wav', wavOf(3), 'audio/wav', 3],
    ['mp3', mp3Of(100), 'audio/mpeg', 2.606],
    ['mp3', mp3Of(100, { tag: 500 }), 'audio/mpeg', 2.606],
    ['mp3', mp3Of(100, { counted: 1_000 }), 'audio/mpeg', 26.122],
    ['ogg', opusOf(5), 'audio/ogg', 5],
    ['m4a', m4aOf(7), 'audio/mp4', 7],
  ])('%s: the format and the duration are read', (extension, bytes, contentType, durationSeconds) => {
    expect(readAudio(bytes)).toEqual({ extension, contentType, durationSeconds } as never)
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a header alone', wavOf(1).subarray(0, 44)],
    ['a WAV that was cut', wavOf(1).subarray(0, 1_000)],
    ['a WAV without a format', Buffer.from('RIFF\x10\0\0\0WAVEdata\x02\0\0\0ab', 'latin1')],
    ['an Ogg that was cut', opusOf(1).subarray(0, -3)],
    ['an Ogg of two streams', opusOf(1, 8)],
    ['an Ogg without sound', Buffer.from('OggS'.padEnd(60, '\0'), 'latin1')],
    ['a film', m4aOf(1, ['soun', 'vide'])],
    ['an MP4 without tracks', m4aOf(1, [])],
    ['an MP4 that was cut', m4aOf(1).subarray(0, -3)],
    ['one frame of an MP3', mp3Of(1)],
    ['an MP3 that was cut after two frames', mp3Of(3).subarray(0, 834)],
    ['an ID3 tag alone', mp3Of(3, { tag: 500 }).subarray(0, 510)],
    ['an ID3 tag and a web page', Buffer.from('ID3\x04\0\0\0\0\0\x04abcd<html>', 'latin1')],
    ['text', Buffer.from('Hello '.repeat(1_000))],
    ['a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0])],
  ])('%s is not audio', (_, bytes) => {
    expect(readAudio(bytes)).toBeUndefined()
  })

  test('a broken length anywhere in a header does not throw', () => {
    for (const whole of [wavOf(1).subarray(0, 2_000), mp3Of(4, { tag: 20, counted: 9 }), opusOf(1), m4aOf(1)])
      for (let at = 0; at < Math.min(whole.length, 400); at++)
        for (const value of [0, 0x7f, 0xff]) {
          const broken = Buffer.from(whole)
          broken[at] = value
          const read = readAudio(broken)
          if (read?.durationSeconds) expect(read.durationSeconds).toBeLessThanOrEqual(86_400)
        }
  })

  test('a duration of more than a day is not believed', () => {
    expect(readAudio(mp3Of(10, { counted: 0xffff_ffff }))).toMatchObject({ durationSeconds: null })
  })
})
