import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import sharp from 'sharp'
import { readPdf } from '../../../../test/harness/pdf.ts'
import { layoutCertificate } from './certificate-layout.ts'
import { fitText } from './fit-text.ts'
import { isCovered, isSimpleScript, widthOf } from './fonts.ts'
import { renderPdf } from './render-pdf.ts'
import { renderPng } from './render-png.ts'

setDefaultTimeout(60_000)

const certificate = (studentName: string, courseTitle = 'Blockchain basics') => ({
  number: 'LYC-2026-7Q4ZK0VX',
  studentName,
  courseTitle,
  issuedAt: new Date('2026-11-02T08:00:00.000Z'),
  url: 'https://lyceum.example/certificates/LYC-2026-7Q4ZK0VX',
  isRevoked: false,
})

/** Pixels beside the text that are not of the colour of the paper: what runs out of its place. */
async function strayPixels(png: Uint8Array): Promise<number> {
  const left = await sharp(png).extract({ left: 70, top: 300, width: 90, height: 450 }).raw().toBuffer()
  const paper = [left[0], left[1], left[2]]
  let stray = 0
  for (let at = 0; at < left.length; at += 4)
    if (paper.some((value, channel) => Math.abs(value! - left[at + channel]!) > 8)) stray++
  return stray
}

describe('whatever a name is made of', () => {
  test.each([
    ['of markup', '</text><script>alert(1)</script>&amp;'],
    ['of overrides', '\u202eevil\u202c \u2066name\u2069'],
    ['of emoji', '👩‍👩‍👧‍👦 😀 🏳️‍🌈'.repeat(4)],
    ['of eighty wide letters', 'W'.repeat(80)],
    ['of eighty characters of East Asia', '文'.repeat(80)],
    ['of eighty emoji', '😀'.repeat(80)],
    ['from right to left', 'محمد بن عبد الله'],
    ['of both directions', 'Ada محمد Lovelace שלום'],
    ['of control characters', 'a\u0000b\u001b[2J\uffff'],
    ['of nothing', ''],
  ])('one %s is drawn within its place, as picture and as PDF', async (_, name) => {
    const commands = layoutCertificate(certificate(name, `A course ${name}`))
    const png = await renderPng(commands)
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1684, height: 1190 })
    expect(await strayPixels(png)).toBe(0)
    const pdf = await renderPdf(commands, { title: name, subject: name, at: new Date() })
    expect((await readPdf(pdf)).pages).toHaveLength(1)
  })
})

describe('a text that is too wide', () => {
  const fit = { face: 'serifBold', size: 44, maxWidth: 660 } as const

  test('is made smaller, then broken where words end, and nothing of it is lost', () => {
    expect(fitText('Amina', fit)).toEqual({ lines: ['Amina'], size: 44 })
    const long = 'Maximiliana Wilhelmina Featherstonehaugh Cholmondeley of the Long Windy Name III'
    const { lines, size } = fitText(long, fit)
    expect(lines.join(' ')).toBe(long)
    for (const line of lines) expect(widthOf(line, 'serifBold') * size).toBeLessThanOrEqual(660.01)
    expect(fitText('W'.repeat(80), fit).lines.join('')).toBe('W'.repeat(80))
  })

  test('is never broken inside of a character that people see as one', () => {
    const family = '👨‍👩‍👧‍👦'
    for (const line of fitText(family.repeat(11), fit).lines) expect(line.length % family.length).toBe(0)
  })
})

test('letters are letters in the PDF where they can be, and pictures where their script wants more', () => {
  expect(['Zoë Ångström', 'Ελένη', 'Анна'].map((text) => isSimpleScript(text, 'serif'))).toEqual([
    true,
    true,
    true,
  ])
  expect(['محمد', '文', '😀', 'A\u0301', '\u202eabc'].map((text) => isSimpleScript(text, 'serif'))).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
  expect(['Zoë محمد שלום', '文'].map(isCovered)).toEqual([true, false])
})
