import { ERROR_MESSAGES } from '../../../platform/http/parse-input.ts'
import { isStorableText } from '../../../platform/http/untrusted-json.ts'
import { truncateText } from '../../../platform/truncate-text.ts'
import { type QuestionDraft, QuestionDraftSchema } from '../../authoring/public/question-draft.ts'

/** The largest file that is read. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024
/** Questions and problems of one file together. */
export const MAX_QUESTIONS = 2_000
const EXCERPT_LENGTH = 80
/** More than any list of a question may have. */
const MAX_ENTRIES = 100

/** What cannot be imported, and why. Lines and rows count from 1. */
export interface FileProblem {
  line: number
  message: string
  excerpt: string
}

export interface FileQuestion {
  line: number
  draft: QuestionDraft
}

export interface ParsedFile {
  questions: FileQuestion[]
  problems: FileProblem[]
  /** What many questions of the file have and we have no field for, such as time limits. */
  ignored: string[]
}

/** The fields that a file does not say. */
export interface FileDefaults {
  topicId?: string | undefined
  use?: 'PRACTICE' | 'CHALLENGE' | undefined
  difficulty?: 'EASY' | 'MEDIUM' | 'HARD' | undefined
  /** Added to the tags of each question. */
  tags?: string[] | undefined
}

/** A question as a format says it. It is checked as the body of a request is. */
export type RawQuestion = Record<string, unknown> & { tags?: string[] }

/** A fault of one question, or of the file if no question is being read. */
export class FormatFault extends Error {
  readonly line: number | undefined

  constructor(message: string, line?: number) {
    super(message)
    this.line = line
  }
}

export interface Collector {
  /** False as soon as the file has too many questions: the rest is not read. */
  readonly isOpen: boolean
  report(line: number, message: string, excerpt: string): void
  /** Reads one question. A fault in it becomes a problem, so that the rest of the file is read. */
  add(line: number, excerpt: string, read: () => RawQuestion): void
  /** Notes that the file has something for which we have no field. */
  ignore(what: string): void
  result(): ParsedFile
}

export function createCollector(defaults: FileDefaults): Collector {
  const questions: FileQuestion[] = []
  const problems: FileProblem[] = []
  const ignored = new Set<string>()
  let isOpen = true
  const report = (line: number, message: string, excerpt: string) => {
    if (!isOpen) return
    if (questions.length + problems.length >= MAX_QUESTIONS) {
      isOpen = false
      message = `The file has more than ${MAX_QUESTIONS} questions. Those from here on are not read: split the file.`
    }
    problems.push({ line, message, excerpt: excerptOf(excerpt) })
  }
  const add = (line: number, excerpt: string, read: () => RawQuestion) => {
    if (questions.length + problems.length >= MAX_QUESTIONS) return report(line, '', excerpt)
    try {
      questions.push({ line, draft: checkQuestion(read(), defaults) })
    } catch (error) {
      if (!(error instanceof FormatFault)) throw error
      report(error.line ?? line, error.message, excerpt)
    }
  }
  return {
    get isOpen() {
      return isOpen
    },
    report,
    add,
    ignore: (what) => ignored.add(what),
    result: () => ({ questions, problems, ignored: [...ignored] }),
  }
}

function checkQuestion(raw: RawQuestion, defaults: FileDefaults): QuestionDraft {
  const tags = [...new Set([...(raw.tags ?? []), ...(defaults.tags ?? [])].map((tag) => tag.trim()))]
  if (Object.values(raw).some((value) => Array.isArray(value) && value.length > MAX_ENTRIES))
    throw new FormatFault('has too many answers')
  if (!isStorable(raw) || !isStorable(tags)) throw new FormatFault('has a character that cannot be stored')
  const parsed = QuestionDraftSchema.safeParse({ ...defaults, ...raw, tags }, ERROR_MESSAGES)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue!.path.map((key) => (typeof key === 'number' ? key + 1 : String(key))).join(' ')
  throw new FormatFault(`${field || 'The question'}: ${issue!.message}`)
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value)
  return typeof value !== 'object' || value === null || Object.values(value).every(isStorable)
}

/** The beginning of a text on one line. */
export function excerptOf(text: string): string {
  return truncateText(
    text
      .slice(0, 1_000)
      .toWellFormed()
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
    EXCERPT_LENGTH,
  )
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Decodes a text file: UTF-8, or UTF-16 with its mark. Lines end with a line feed. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes.byteLength > MAX_FILE_BYTES) throw new FormatFault('The file is larger than 5 MiB.', 1)
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return normalizeLines(new TextDecoder('utf-16le').decode(bytes))
  if (first === 0xfe && second === 0xff)
    throw new FormatFault('The file is big-endian UTF-16. Save it as UTF-8.', 1)
  try {
    return normalizeLines(utf8.decode(bytes))
  } catch {
    throw new FormatFault('The file is not UTF-8. Save it as UTF-8 and import it again.', 1)
  }
}

export function normalizeLines(text: string): string {
  return text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
}

/** A question that a format cannot express, with the reason. The file names it in a comment. */
export interface SkippedQuestion {
  prompt: string
  reason: string
}
