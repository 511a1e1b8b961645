import { createHash } from 'node:crypto'
import { normalizeText } from './normalize-text.ts'
import type { QuestionContent } from './question-content.ts'

/**
 * A digest of what a question asks and what solves it. Questions that differ only in case, spaces, quotes, the order of their options,
 * or in explanations and hints have the same one.
 */
export function fingerprintOf(question: QuestionContent & { prompt: string }): string {
  const parts = [question.type, normalize(question.prompt), solutionParts(question)]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

function normalize(text: string): string {
  return normalizeText(text, false)
}

function sorted(texts: string[]): string[] {
  return texts.map(normalize).toSorted()
}

function solutionParts(content: QuestionContent): unknown {
  switch (content.type) {
    case 'SINGLE_CHOICE':
      return [sorted(content.options), normalize(content.options[content.correctIndex] ?? '')]
    case 'MULTIPLE_CHOICE':
      return [
        sorted(content.options),
        sorted(content.correctIndexes.map((index) => content.options[index] ?? '')),
      ]
    case 'NUMBER':
      return [content.value, content.unit]
    case 'SHORT_TEXT':
      return sorted(content.accepted)
    case 'ORDER':
      return content.items.map(normalize)
    case 'MATCH':
      return content.pairs.map(({ left, right }) => JSON.stringify([left, right].map(normalize))).toSorted()
    case 'GAP':
      return [normalize(content.text), content.gaps.map(({ accepted }) => sorted(accepted))]
  }
}
