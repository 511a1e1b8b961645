import type { ReportError } from '../../../platform/yaml/read-yaml.ts'
import type { CodeSlide } from '../../catalog/public/slide.ts'
import { findRunnableErrors } from './runnable-code.ts'

/** Consecutive lines of the body: a heading, a fenced block, or other text. */
export interface Block {
  kind: 'heading' | 'fence' | 'text'
  line: number
  lines: string[]
  info: string
}

/** The second word after the fence of runnable code and of the blocks that may follow it. */
const RUN = 'run'
const SETUP = 'setup'
const OUTPUT = 'output'

/**
 * A slide whose body is one fenced block is code. Runnable code may be followed by a block with the tables and one with the
 * expected output. Returns undefined for any other body.
 */
export function readCodeSlide(title: string, body: Block[], reportError: ReportError): CodeSlide | undefined {
  const [code, ...parts] = body
  const runnable = code !== undefined && isFence(code, RUN)
  const isCode = parts.length === 0 || (runnable && parts.every((part) => isFence(part, SETUP, OUTPUT)))
  if (code?.kind !== 'fence' || !isCode) {
    const misplaced = body.find((block) => isFence(block, RUN))
    if (misplaced) reportError(misplaced.line, 'runnable code must be a slide of its own')
    return undefined
  }
  const [language] = wordsOf(code)
  if (contentOf(code).trim() === '') reportError(code.line, 'the code is empty')
  const slide: CodeSlide = { type: 'CODE', title, content: contentOf(code), language: language || 'text' }
  if (!runnable) return slide
  slide.runnable = true
  for (const part of parts) {
    const field = wordsOf(part)[1] === SETUP ? 'setup' : 'expectedOutput'
    if (slide[field] !== undefined) reportError(part.line, 'the slide has this block twice')
    if (contentOf(part).trim() === '') reportError(part.line, 'the block is empty')
    slide[field] = contentOf(part)
  }
  for (const { message } of findRunnableErrors(slide)) reportError(code.line, message)
  return slide
}

function isFence(block: Block, ...modes: string[]): boolean {
  return block.kind === 'fence' && modes.includes(wordsOf(block)[1] ?? '')
}

function wordsOf({ info }: Block): string[] {
  return info.split(/\s+/)
}

function contentOf({ lines }: Block): string {
  return lines.slice(1, -1).join('\n')
}
