import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { recogniseFormat } from './recognise-format.ts'

const FIXTURES = join(import.meta.dir, '../../../src/modules/question-bank/fixtures')
const sample = (name: string) => readFileSync(join(FIXTURES, name), 'utf8')

describe('the format of a question file', () => {
  test.each([
    ['sample.gift', 'gift'],
    ['sample.aiken.txt', 'aiken'],
    ['sample.xml', 'moodle-xml'],
    ['sample.csv', 'csv'],
    ['kahoot.csv', 'kahoot'],
    ['quizizz.csv', 'quizizz'],
  ] as const)('%s is recognised by its text alone', (name, format) => {
    expect(recogniseFormat(sample(name))).toBe(format)
  })

  test('an Excel file is known by its first bytes, and a service by the name of the file', () => {
    const packed = 'PK\u0003\u0004 …'
    expect(recogniseFormat(packed, 'questions.bin')).toBe('xlsx')
    expect(recogniseFormat(packed, 'My Kahoot.xlsx')).toBe('kahoot')
    expect(recogniseFormat(packed, 'Quizizz-sheet.xlsx')).toBe('quizizz')
  })

  test('a text without marks has the format of its name, and otherwise GIFT', () => {
    expect(recogniseFormat('A question', 'a.csv')).toBe('csv')
    expect(recogniseFormat('A question')).toBe('gift')
    expect(recogniseFormat('\uFEFF  \n')).toBeUndefined()
  })

  test('braces in a table do not make it GIFT, and a mark of byte order is no text', () => {
    expect(recogniseFormat('\uFEFFtype;prompt;text\r\nGAP;Fill;{{1}}')).toBe('csv')
    expect(recogniseFormat('\uFEFF<quiz></quiz>')).toBe('moodle-xml')
  })
})
