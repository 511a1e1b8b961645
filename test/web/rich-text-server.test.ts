import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { sanitizeMarkdown } from '../../src/modules/authoring/sanitize-markdown.ts'
import { splitMath as splitMathOfService } from '../../src/modules/questions/public/markdown/split-math.ts'
import { parseBlocks } from '../../web/studio/rich-text/parse-markdown.ts'
import { printBlock } from '../../web/studio/rich-text/print-block.ts'
import { splitMath } from '../../web/ui/markdown/split-math.ts'

// The editor of the studio and the service read the same text in the same way.

setDefaultTimeout(300_000)

const CONTENT = join(import.meta.dir, '../../content')
const LESSONS = readdirSync(CONTENT, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => readFileSync(join(CONTENT, name), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, ''))
const PIECES = [
  '$',
  '$$',
  '`',
  '``',
  '```',
  '~~~',
  '\\',
  '\n',
  '\n\n',
  ' ',
  '> ',
  '- ',
  'a',
  '5',
  '_',
  'x^2',
  'سلام',
]

const ofService = (text: string) => splitMathOfService(text).map(({ isMath, source }) => ({ isMath, source }))

describe('the editor and the service', () => {
  test('find the same formulas', () => {
    const anyText = fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(anyText, (text) => {
        expect(splitMath(text)).toEqual(text === '' ? [] : ofService(text))
      }),
      { numRuns: 2_000 },
    )
    for (const text of LESSONS) expect(splitMath(text)).toEqual(ofService(text))
  })

  test('agree on what an edited block of a shipped lesson says after it is saved', () => {
    for (const text of LESSONS)
      for (const block of parseBlocks(text)) {
        const saved = sanitizeMarkdown(printBlock(block))
        expect(parseBlocks(saved).map(String)).toEqual([block.toString()])
      }
  })
})
