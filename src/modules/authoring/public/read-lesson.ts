import type { z } from 'zod'
import { type ReportError, readYaml } from '../../../platform/yaml/read-yaml.ts'
import type { CapstoneProject } from '../../catalog/public/capstone-project.ts'
import { findFormulaErrors, findFormulaExcess } from '../../questions/public/markdown/formulas.ts'
import { mapQuizTexts } from '../quiz-text.ts'
import { sanitizeMarkdown } from '../sanitize-markdown.ts'
import {
  CalloutSchema,
  FlashcardSchema,
  LessonHeaderSchema,
  type PackLesson,
  type PackSlide,
  type Quiz,
  QuizSchema,
  SlideSchema,
  VideoSchema,
} from './pack.ts'
import { type Block, readCodeSlide } from './read-code-slide.ts'
import { findRunnableErrors } from './runnable-code.ts'

/**
 * Returns the storage name of an image of the course, or the reference if it stays as it is (`isKeptReference`); reports an
 * error and returns undefined if there is none.
 */
export type FindImage = (reference: string, line: number) => string | undefined

/** Whether a reference names a file of the library or of the web, not of the folder of the course. */
export function isKeptReference(reference: string): boolean {
  return /^(?:\/files\/library\/|https?:\/\/)/.test(reference)
}

export interface ParsedLesson {
  lesson: Omit<PackLesson, 'key'>
  quizzes: (Quiz & { line: number })[]
}

type Header = z.output<typeof LessonHeaderSchema>

const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*([^`]*)$/
const IMAGE = /!\[([^\]\n]*)\]\(([^()\s]+)\)/

/** Parses a lesson. Reports every error with its line and continues, so that one run finds all errors. */
export function readLesson(
  text: string,
  reportError: ReportError,
  findImage: FindImage,
): ParsedLesson | undefined {
  const lines = text.split('\n')
  const end = lines[0] === '---' ? lines.indexOf('---', 1) : -1
  if (end === -1) {
    reportError(1, 'a lesson must begin with title, xp and gems between two lines of ---')
    return undefined
  }
  const header = readYaml(lines.slice(1, end).join('\n'), LessonHeaderSchema, reportError, 2)
  const blocks = splitBlocks(lines.slice(end + 1), end + 2, reportError)
  const slides = new SlideReader(reportError, findImage)
  for (const block of blocks) slides.addBlock(block)
  slides.endText()
  slides.checkFormulas()
  if (slides.slides.length === 0) reportError(end + 1, 'the lesson has no slides')
  return header && { lesson: { ...(header.value as Header), slides: slides.slides }, quizzes: slides.quizzes }
}

function splitBlocks(lines: string[], firstLine: number, reportError: ReportError): Block[] {
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    const fence = FENCE.exec(line)
    if (fence) {
      const end = lines.findIndex((other, index) => index > at && closesFence(other, fence[1]!))
      if (end === -1) {
        reportError(firstLine + at, 'this block is not closed')
        return blocks
      }
      blocks.push({
        kind: 'fence',
        line: firstLine + at,
        lines: lines.slice(at, end + 1),
        info: fence[2]!.trim(),
      })
      at = end
    } else if (/^## /.test(line)) {
      blocks.push({ kind: 'heading', line: firstLine + at, lines: [line.slice(3).trim()], info: '' })
    } else if (blocks.at(-1)?.kind === 'text') blocks.at(-1)!.lines.push(line)
    else blocks.push({ kind: 'text', line: firstLine + at, lines: [line], info: '' })
  }
  return blocks
}

function closesFence(line: string, fence: string): boolean {
  const found = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)
  return found !== null && found[1]!.startsWith(fence)
}

const SPECIAL = new Set(['quiz', 'flashcard', 'callout', 'video', 'slide'])

/** Builds slides from blocks. */
class SlideReader {
  readonly slides: PackSlide[] = []
  readonly quizzes: (Quiz & { line: number })[] = []
  readonly #reportError: ReportError
  readonly #findImage: FindImage
  /** What may have formulas, and where it is in the file. */
  readonly #texts: { text: string; blocks: Block[] }[] = []
  #heading: Block | undefined
  #body: Block[] = []

  constructor(reportError: ReportError, findImage: FindImage) {
    this.#reportError = reportError
    this.#findImage = findImage
  }

  addBlock(block: Block): void {
    if (block.kind === 'heading') {
      this.endText()
      this.#heading = block
      if (block.lines[0] === '') this.#reportError(block.line, 'the heading is empty')
    } else if (block.kind === 'fence' && SPECIAL.has(block.info)) {
      this.endText()
      this.#addSpecialBlock(block)
    } else this.#body.push(block)
  }

  /** Ends the current text slide. More text under the same heading becomes a slide with the same title. */
  endText(): void {
    const body = this.#body.filter(
      (block) => block.kind !== 'text' || block.lines.some((line) => line.trim()),
    )
    this.#body = []
    if (body.length === 0) return
    const title = this.#heading?.lines[0]
    if (title === undefined) {
      const first = body[0]!.lines.findIndex((line) => line.trim())
      this.#reportError(body[0]!.line + first, 'text must be under a ## heading')
      return
    }
    this.slides.push(readCodeSlide(title, body, this.#reportError) ?? this.#textSlide(title, body))
  }

  #textSlide(title: string, body: Block[]): PackSlide {
    let media: string | null = null
    let mediaAlt: string | null = null
    const withoutImage = body.map((block) => {
      if (block.kind === 'fence') return block.lines
      return block.lines.map((line, index) =>
        line.replace(new RegExp(IMAGE, 'g'), (image: string, alt: string, reference: string) => {
          const name = this.#findImage(reference, block.line + index)
          if (name !== undefined && isKeptReference(name)) return image
          if (media !== null) return `![${alt}](media/${name})`
          media = name ?? ''
          mediaAlt = alt.trim() || null
          return ''
        }),
      )
    })
    const content = withoutImage.map((lines) => lines.join('\n')).join('\n')
    this.#texts.push({ text: content, blocks: body })
    return {
      type: 'TEXT_WITH_IMAGE',
      title,
      content: sanitizeMarkdown(trimBlankLines(content)),
      media,
      mediaAlt,
    }
  }

  #addSpecialBlock(block: Block): void {
    const yaml = block.lines.slice(1, -1).join('\n')
    const read = <Schema extends z.ZodType>(schema: Schema) =>
      readYaml(yaml, schema, this.#reportError, block.line + 1)?.value
    switch (block.info) {
      case 'quiz': {
        const quiz = read(QuizSchema)
        if (!quiz) return
        const stored = withStoredImages(quiz, (reference) => this.#findImage(reference, block.line))
        this.quizzes.push({ ...sanitizePackQuiz(stored), line: block.line })
        this.slides.push({ type: 'QUIZ', quizKey: quiz.key })
        return
      }
      case 'flashcard': {
        const card = read(FlashcardSchema)
        if (!card) return
        this.#addTexts(block, [card.front, card.back])
        this.slides.push({
          type: 'FLASHCARD',
          front: sanitizeMarkdown(card.front),
          back: sanitizeMarkdown(card.back),
        })
        return
      }
      case 'callout': {
        const callout = read(CalloutSchema)
        if (!callout) return
        this.#addTexts(block, [callout.content])
        this.slides.push({
          type: 'CALLOUT',
          tone: callout.tone,
          content: sanitizeMarkdown(callout.content),
        })
        return
      }
      case 'video': {
        const video = read(VideoSchema)
        if (video) this.slides.push({ type: 'VIDEO', ...video, captionsUrl: video.captionsUrl ?? null })
        return
      }
      default: {
        const slide = read(SlideSchema)
        if (!slide) return
        this.#addTexts(block, markdownOf(slide))
        this.slides.push(this.#storedSlide(slide, block.line))
      }
    }
  }

  #addTexts(block: Block, texts: string[]): void {
    this.#texts.push(...texts.map((text) => ({ text, blocks: [block] })))
  }

  /** Reports LaTeX that does not compile at its line in the file. */
  checkFormulas(): void {
    const excess = findFormulaExcess(this.#texts.map(({ text }) => text))
    if (excess) {
      this.#reportError(1, `the slides ${excess}`)
      return
    }
    for (const { text, blocks } of this.#texts)
      for (const { source, reason } of findFormulaErrors(text))
        this.#reportError(lineOf(source.split('\n')[0]!, blocks), reason)
  }

  #storedSlide(slide: z.output<typeof SlideSchema>, line: number): PackSlide {
    const findImage = (reference: string) => this.#findImage(reference, line)
    switch (slide.type) {
      case 'TEXT_WITH_IMAGE': {
        const { image, imageAlt, ...text } = slide
        const content = sanitizeMarkdown(replaceImages(slide.content, findImage))
        const media = image === undefined ? null : (findImage(image) ?? '')
        return { ...text, content, media, mediaAlt: imageAlt ?? null }
      }
      case 'CODE':
        for (const { message } of findRunnableErrors(slide)) this.#reportError(line, message)
        return slide
      case 'FLASHCARD':
        return { ...slide, front: sanitizeMarkdown(slide.front), back: sanitizeMarkdown(slide.back) }
      case 'CALLOUT':
        return { ...slide, content: sanitizeMarkdown(slide.content) }
      case 'VIDEO':
        for (const address of [slide.mediaUrl, slide.captionsUrl])
          if (address?.startsWith('/')) findImage(address)
        return slide
    }
  }
}

/** The line of the first block that contains a text, or of the blocks. */
function lineOf(text: string, blocks: Block[]): number {
  for (const { line, lines } of blocks) {
    const index = lines.findIndex((each) => each.includes(text))
    if (index >= 0) return line + index
  }
  return blocks[0]!.line
}

/** The texts of a slide that may have formulas. */
function markdownOf(slide: z.output<typeof SlideSchema>): string[] {
  if (slide.type === 'FLASHCARD') return [slide.front, slide.back]
  return slide.type === 'TEXT_WITH_IMAGE' || slide.type === 'CALLOUT' ? [slide.content] : []
}

export function sanitizePackQuiz(quiz: Quiz): Quiz {
  return mapQuizTexts(quiz, sanitizeMarkdown)
}

export function sanitizePackProject(project: CapstoneProject): CapstoneProject {
  return { ...project, description: sanitizeMarkdown(project.description) }
}

/** Replaces the pictures of a quiz by their storage names. */
export function withStoredImages(quiz: Quiz, findImage: (reference: string) => string | undefined): Quiz {
  return mapQuizTexts(quiz, (text) => replaceImages(text, findImage))
}

function replaceImages(text: string, findImage: (reference: string) => string | undefined): string {
  return text.replace(new RegExp(IMAGE, 'g'), (image: string, alt: string, reference: string) => {
    const name = findImage(reference)
    return name !== undefined && isKeptReference(name) ? image : `![${alt}](media/${name})`
  })
}

function trimBlankLines(text: string): string {
  return text.replace(/^(?:[ \t]*\n)+/, '').replace(/\s+$/, '')
}
