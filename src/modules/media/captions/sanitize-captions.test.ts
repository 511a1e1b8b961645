import { describe, expect, test } from 'bun:test'
import { CaptionError, sanitizeCaptions } from './sanitize-captions.ts'

const CUE = '00:01.000 --> 00:02.500\nHello'

function faultOf(text: string): string {
  try {
    sanitizeCaptions(text)
  } catch (error) {
    expect(error).toBeInstanceOf(CaptionError)
    return (error as Error).message
  }
  throw new Error('the captions were accepted')
}

describe('sanitizeCaptions', () => {
  test('cues are written again with their times, positions and texts', () => {
    const text = `WEBVTT - a title\nKind: captions\n\n1\n00:01.000 --> 00:02.500 align:start line:90% position:10%,line-left\n<v Ada>Hello <b>you</b>\nand &amp; me\n\n\n01:00:00.000 --> 01:00:01.000\nمرحبا`
    expect(sanitizeCaptions(text)).toBe(
      'WEBVTT\n\n00:01.000 --> 00:02.500 align:start line:90% position:10%,line-left\n<v Ada>Hello <b>you</b>\nand &amp; me\n\n01:00:00.000 --> 01:00:01.000\nمرحبا\n',
    )
  })

  test('captions that were written once are not changed again', () => {
    const once = sanitizeCaptions(`\uFEFFWEBVTT\r\n\r\n${CUE.replace('\n', '\r\n')} <x> & <b>\r\n`)
    expect(sanitizeCaptions(once)).toBe(once)
  })

  test('notes, styles, regions, names of cues and unknown settings are left out', () => {
    const text = `WEBVTT\n\nSTYLE\n::cue { background: url(https://evil.example/x) }\n\nREGION\nid:a\n\nNOTE said <script>\n\nan-id\n00:01.000 --> 00:02.500 region:a onclick:x line:200px\nHello`
    expect(sanitizeCaptions(text)).toBe(`WEBVTT\n\n${CUE}\n`)
  })

  test.each([
    ['<script>alert(1)</script>', '&lt;script>alert(1)&lt;/script>'],
    ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)>'],
    ['<b onclick=x>', '&lt;b onclick=x>'],
    ['<c.red>', '&lt;c.red>'],
    ['<v "x" onload=y>', '&lt;v "x" onload=y>'],
    ['<lang en>Hi</lang>', '<lang en>Hi</lang>'],
    ['<00:00:01.500>now', '<00:00:01.500>now'],
    ['a < b && c &#60; &copy;', 'a &lt; b &amp;&amp; c &amp;#60; &amp;copy;'],
    ['<b', '&lt;b'],
  ])('the text %s is written as %s', (text, written) => {
    expect(sanitizeCaptions(`WEBVTT\n\n00:01.000 --> 00:02.500\n${text}`)).toBe(
      `WEBVTT\n\n00:01.000 --> 00:02.500\n${written}\n`,
    )
  })

  test.each([
    ['', 'line 1: must begin with WEBVTT'],
    ['WEBVTTX\n\n', 'line 1: must begin with WEBVTT'],
    ['<html>WEBVTT', 'line 1: must begin with WEBVTT'],
    ['WEBVTT', 'line 1: there are no cues'],
    ['WEBVTT\n\nNOTE only', 'line 3: there are no cues'],
    ['WEBVTT\n\nHello', 'line 4: needs times such as 00:01.000 --> 00:02.500'],
    ['WEBVTT\n\n00:01 --> 00:02\nHello', 'line 3: has a time that cannot be read'],
    ['WEBVTT\n\n00:61.000 --> 01:02.000\nHello', 'line 3: has a time that cannot be read'],
    ['WEBVTT\n\n00:02.000 --> 00:02.000\nHello', 'line 3: ends before it begins'],
    ['WEBVTT\n\n00:01.000 --> 00:02.000', 'line 3: has no text'],
    [`WEBVTT\n\n${CUE}\n00:03.000 --> 00:04.000\nTwo`, 'line 5: has times without an empty line before them'],
    [`WEBVTT\n\n${CUE}\n\n00:00.500 --> 00:04.000\nTwo`, 'line 6: begins before the cue above it'],
  ])('the file %j is refused, and the error names the line', (text, fault) => {
    expect(faultOf(text)).toBe(fault)
  })

  test('a file with too many cues is refused', () => {
    const cues = (count: number) => `WEBVTT\n\n${`${CUE}\n\n`.repeat(count)}`
    expect(sanitizeCaptions(cues(10_000))).toStartWith('WEBVTT')
    expect(faultOf(cues(10_001))).toContain('more than 10000 cues')
  })

  test('a hostile line of the largest file takes linear time', () => {
    const line = '<'.repeat(250_000) + '&'.repeat(250_000)
    expect(sanitizeCaptions(`WEBVTT\n\n00:01.000 --> 00:02.500\n${line}`).length).toBeGreaterThan(2_000_000)
  })
})
