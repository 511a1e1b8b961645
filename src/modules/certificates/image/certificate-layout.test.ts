import { describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { readPdf } from '../../../../test/harness/pdf.ts'
import { fitText } from '../../../platform/fonts/fit-text.ts'
import { isSimpleScript } from '../../../platform/fonts/packaged-fonts.ts'
import { loadFontsFor, widthOf } from '../../../platform/fonts/shape-text.ts'
import { drawnTexts, layoutCertificate, type TextCommand } from './certificate-layout.ts'
import { renderPdf } from './render-pdf.ts'
import { renderPng } from './render-png.ts'

const certificate = (studentName: string, courseTitle = 'Blockchain basics') => ({
  number: 'LYC-2026-7Q4ZK0VX',
  studentName,
  siteName: 'Lyceum',
  courseTitle,
  issuedAt: new Date('2026-11-02T08:00:00.000Z'),
  url: 'https://lyceum.example/certificates/LYC-2026-7Q4ZK0VX',
  courseMinutes: 0,
  verified: null,
  project: null,
  isRevoked: false,
})

/** Counts pixels beside the text area that do not have the colour of the paper. */
async function strayPixels(png: Uint8Array): Promise<number> {
  const left = await sharp(png).extract({ left: 70, top: 300, width: 90, height: 450 }).raw().toBuffer()
  const paper = [left[0], left[1], left[2]]
  let stray = 0
  for (let at = 0; at < left.length; at += 4)
    if (paper.some((value, channel) => Math.abs(value! - left[at + channel]!) > 8)) stray++
  return stray
}

describe('rendering names', () => {
  test.each([
    ['markup', '</text><script>alert(1)</script>&amp;'],
    ['direction overrides', '\u202eevil\u202c \u2066name\u2069'],
    ['emoji', '👩‍👩‍👧‍👦 😀 🏳️‍🌈'.repeat(4)],
    ['eighty wide letters', 'W'.repeat(80)],
    ['eighty CJK characters', '文'.repeat(80)],
    ['eighty emoji', '😀'.repeat(80)],
    ['right-to-left text', 'محمد بن عبد الله'],
    ['text in both directions', 'Ada محمد Lovelace שלום'],
    ['control characters', 'a\u0000b\u001b[2J\uffff'],
    ['no characters', ''],
  ])('a name of %s stays within its area in the PNG and the PDF', async (_, name) => {
    await loadFontsFor([name])
    const commands = layoutCertificate({
      ...certificate(name, `A course ${name}`),
      siteName: [...name].slice(0, 40).join(''),
    })
    const png = await renderPng(commands)
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1684, height: 1190 })
    expect(await strayPixels(png)).toBe(0)
    const pdf = await renderPdf(commands, { title: name, subject: name, at: new Date() })
    expect((await readPdf(pdf)).pages).toHaveLength(1)
  })
})

test('the fonts of every text of people that is drawn are loaded, also of the title of a project', () => {
  const verified = { score: 90, passPercent: 80, passedAt: '2026-11-02T08:00:00.000Z', skills: ['数据'] }
  const project = { title: 'حصالة', percentage: null, passedAt: '2026-11-02T08:00:00.000Z' }
  const content = { ...certificate('Амина', 'पाठ्यक्रम'), siteName: 'Σχολή', verified, project }
  const drawn = layoutCertificate(content).flatMap((command) =>
    command.kind === 'text' ? [command.text] : [],
  )
  const loaded = drawnTexts(content)
  for (const text of ['Амина', 'पाठ्यक्रम', 'Σχολή', '数据', 'حصالة']) {
    expect(drawn.join('\n')).toContain(text)
    expect(loaded).toContain(text)
  }
})

test.each([
  ['words', 'A long report about the takings of a stall '.repeat(5).trim()],
  ['wide letters', 'W'.repeat(200)],
  ['CJK characters', '文'.repeat(200)],
  ['emoji', '😀'.repeat(200)],
])(
  'a project title of 200 %s hides neither the result of the project nor the study time',
  async (_, title) => {
    await loadFontsFor([title])
    const passedAt = '2026-11-02T08:00:00.000Z'
    const verified = { score: 90, passPercent: 80, passedAt, skills: ['hashing'] }
    const project = { title, percentage: 82, passedAt }
    for (const proven of [verified, null]) {
      const drawn = layoutCertificate({
        ...certificate('Ada'),
        verified: proven,
        project,
        courseMinutes: 133,
      })
      const line = drawn.find((command) => command.kind === 'text' && command.text.startsWith('Project: '))
      const { text, face, size } = line as TextCommand
      expect(text).toEndWith('…, passed with 82 % · Estimated study time: 2.5 hours')
      expect([...text].length).toBeGreaterThan(90)
      expect(widthOf(text, face) * size).toBeLessThanOrEqual(660.01)
    }
  },
)

test('the issuer is the site, between the number and the QR code', () => {
  const siteName = 'The Evening School of Western Nairobi Town'.slice(0, 40)
  const drawn = layoutCertificate({ ...certificate('Ada'), siteName })
  const issuer = drawn.flatMap((command) =>
    command.kind === 'text' && siteName.includes(command.text) ? [command] : [],
  )
  expect(issuer.map(({ text }) => text.trim()).join(' ')).toBe(siteName.trim())
  for (const { text, size, face } of issuer) expect(widthOf(text, face) * size).toBeLessThanOrEqual(301)
  expect(drawn.some((command) => command.kind === 'text' && command.text === 'Lyceum')).toBe(false)
})

describe('fitText', () => {
  const fit = { face: 'serifBold', size: 44, maxWidth: 660 } as const

  test('a long name is never broken inside a word', () => {
    for (const name of [
      'Anastasia-Alexandrovna Konstantinopolskaya-Dostoyevskaya Petrova',
      'Maria Conceição de Albuquerque Vasconcelos-Figueiredo e Castelo Branco',
      'Oluwaseun Oluwatobiloba Adebayo-Ogunleye Chukwuemeka',
    ]) {
      const { lines } = fitText(name, fit)
      expect(lines).toHaveLength(2)
      expect(lines.join(' ')).toBe(name)
    }
  })

  test('a wide text is made smaller, then broken between words, and is never cut off', () => {
    expect(fitText('Amina', fit)).toEqual({ lines: ['Amina'], size: 44 })
    const long = 'Maximiliana Wilhelmina Featherstonehaugh Cholmondeley of the Long Windy Name III'
    const { lines, size } = fitText(long, fit)
    expect(lines.join(' ')).toBe(long)
    for (const line of lines) expect(widthOf(line, 'serifBold') * size).toBeLessThanOrEqual(660.01)
    expect(fitText('W'.repeat(80), fit).lines.join('')).toBe('W'.repeat(80))
  })

  test('a text is never broken inside a grapheme', () => {
    const family = '👨‍👩‍👧‍👦'
    for (const line of fitText(family.repeat(11), fit).lines) expect(line.length % family.length).toBe(0)
  })
})

test('only simple scripts are drawn as PDF text', () => {
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
})
