import { SECOND_MS } from '../../platform/clock.ts'
import type { Llm } from '../../platform/llm/llm.ts'
import { LlmError } from '../../platform/llm/llm-error.ts'
import { log } from '../../platform/log.ts'
import type { z } from '../../platform/zod.ts'
import { errors } from './errors.ts'
import { ModelQuestions, ModelSlides } from './read-drafts.ts'

/** The author waits for it. It includes all attempts. */
const TIME_LIMIT_MS = 80 * SECOND_MS
/** Of the request, so that the time limit of the model comes first. */
export const WORK_MS = 90 * SECOND_MS
const MAX_TOKENS = 8_000

export interface Source {
  sourceTitle: string
  sourceText: string
  count: number
}

const COMMON = `Use only what the text says. Write in the language of the text, in short and plain sentences for beginners. Texts are Markdown without headings, HTML, links and pictures. A question has four options, exactly one of which is right; options are of similar length and differ from each other, and correctIndex counts from 0. The explanation says why the right option is right.`

const SLIDES = `An author of a learning platform drafts a lesson from a text. Write about as many slides as count says, in the order in which a learner reads them: mostly TEXT (title, and content of at most 120 words), a NOTE (content) for what is easily overlooked, a FLASHCARD (content is the front, back the other side) for a term, CODE (title, content, language) only if the text has code, and after every two or three slides a QUESTION (content is its text, with options, correctIndex and explanation) about what was just read. Leave the fields that a slide does not use empty. ${COMMON}`

const QUESTIONS = `An author of a learning platform drafts questions from a text. Write as many questions as count says, each about another point of the text, and each understandable without the text. ${COMMON}`

export function askForSlides(llm: Llm, source: Source, signal: AbortSignal) {
  return ask(llm, { purpose: 'drafts.slides', instructions: SLIDES, shape: ModelSlides, source, signal })
}

export function askForQuestions(llm: Llm, source: Source, signal: AbortSignal) {
  return ask(llm, {
    purpose: 'drafts.questions',
    instructions: QUESTIONS,
    shape: ModelQuestions,
    source,
    signal,
  })
}

interface Ask<Shape extends z.ZodType> {
  purpose: string
  instructions: string
  shape: Shape
  source: Source
  signal: AbortSignal
}

async function ask<Shape extends z.ZodType>(
  llm: Llm,
  { purpose, instructions, shape, source, signal }: Ask<Shape>,
): Promise<z.output<Shape>> {
  const timeLimit = AbortSignal.timeout(TIME_LIMIT_MS)
  const { sourceTitle: title, sourceText: text, count } = source
  try {
    return await llm.complete({
      purpose,
      instructions,
      data: { title, text, count },
      schemaName: 'draft',
      shape,
      maxTokens: MAX_TOKENS,
      signal: AbortSignal.any([signal, timeLimit]),
    })
  } catch (error) {
    if (!(error instanceof LlmError) && !timeLimit.aborted) throw error
    log.warn(
      { purpose, kind: error instanceof LlmError ? error.kind : 'too_slow' },
      'model-drafts: call failed',
    )
    throw errors.model_failed()
  }
}
