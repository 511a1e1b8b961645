import { describe, expect, test } from 'bun:test'
import { toCsv } from './csv.ts'

describe('CSV', () => {
  test('rows end with CRLF, and cells with a comma, a quote or a line break are quoted', () => {
    expect(
      toCsv([
        ['a', 'b'],
        ['one, two', 'say "yes"'],
        ['line\nbreak', null],
        [0.5, true],
      ]),
    ).toBe('a,b\r\n"one, two","say ""yes"""\r\n"line\nbreak",\r\n0.5,true\r\n')
  })

  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['=HYPERLINK("a","b")', '"\'=HYPERLINK(""a"",""b"")"'],
  ])('a text that a spreadsheet would run is written as text: %j', (cell, written) => {
    expect(toCsv([[cell]])).toBe(`${written}\r\n`)
  })

  test('a negative number and a sign inside of a text stay as they are', () => {
    expect(toCsv([[-0.25, 'a=b', '1-1']])).toBe('-0.25,a=b,1-1\r\n')
  })
})
