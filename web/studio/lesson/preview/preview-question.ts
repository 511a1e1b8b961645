import type { Api } from '../../../../packages/client/src/lyceum.ts'
import { normalWord } from '../check-slide.ts'
import type { DraftSlide } from '../draft.ts'
import { gapsIn, type QuestionFields, questionBody } from '../question-fields.ts'
import { blockHtml, inlineHtml } from './preview-html.ts'

/** What the service has compiled. */
export interface Compiled {
  /** The HTML of the texts of questions, by the text. */
  texts: ReadonlyMap<string, string>
  /** The formulas of all texts. */
  formulas: readonly Api.Formula[]
}

export const NOTHING_COMPILED: Compiled = { texts: new Map(), formulas: [] }

/** Whether a slide may have formulas. Questions are compiled as a whole. */
export function hasFormula(slide: DraftSlide | undefined): boolean {
  if (slide?.type === 'FLASHCARD') return `${slide.front}${slide.back}`.includes('$')
  return (slide?.type === 'TEXT_WITH_IMAGE' || slide?.type === 'CALLOUT') && slide.content.includes('$')
}

export interface PreviewQuestion {
  slide: Api.Slide
  /** Grades as the service does. */
  grade: (answer: Api.Answer) => Api.AnsweredQuestion
  hint: Api.Hint
}

/** Every second one first: never in the right order, and the same at each key stroke. */
function shuffled(count: number): number[] {
  const all = Array.from({ length: count }, (_, index) => index)
  return [...all.filter((index) => index % 2 === 1), ...all.filter((index) => index % 2 === 0)]
}

/** A question as the player shows it. It need not be complete. */
export function previewQuestion(id: string, question: QuestionFields, compiled: Compiled): PreviewQuestion {
  const block = (text: string) => compiled.texts.get(text.trim()) ?? blockHtml(text, compiled.formulas)
  const inline = (text: string) => compiled.texts.get(text.trim()) ?? inlineHtml(text, compiled.formulas)
  const body = questionBody(question)
  const explanation = question.explanation.trim()
  const explained = { explanation, explanationHtml: block(explanation) }
  const hint = { hint: question.hint, hintHtml: block(question.hint) }
  const common = {
    id,
    prompt: body.prompt,
    promptHtml: block(body.prompt),
    hasHint: question.hint.trim() !== '',
  }
  const answered = (
    isCorrect: boolean,
    solution: Api.Solution,
    rest: Partial<Api.AnsweredQuestion> = {},
  ): Api.AnsweredQuestion => ({
    isCorrect,
    feedback: null,
    feedbackHtml: null,
    parts: null,
    correctIndex: null,
    ...explained,
    solution,
    ...rest,
  })
  const asked = (presented: Api.PresentedQuestion): Api.Slide => ({
    id,
    order: 1,
    type: 'QUESTION',
    attempt: 'preview',
    question: presented,
  })
  const optionsHtml = question.options.map(({ text }) => inline(text))
  const feedbackOn = (chosen: number[]) =>
    chosen
      .map((index) => question.options[index]?.feedback.trim())
      .filter(Boolean)
      .join('\n\n')
  switch (body.type) {
    case 'MULTIPLE_CHOICE': {
      const right = body.correctIndexes
      return {
        hint,
        slide: asked({ ...common, type: body.type, options: body.options, optionsHtml }),
        grade: ({ selectedOptions = [] }) => {
          const isCorrect = [...selectedOptions].sort().join() === [...right].sort().join()
          const feedback = feedbackOn(selectedOptions)
          const solution = { ...explained, type: body.type, selectedOptions: right } as Api.Solution
          return answered(isCorrect, solution, { feedback, feedbackHtml: feedback && block(feedback) })
        },
      }
    }
    case 'NUMBER': {
      const { value, tolerance = 0, toleranceType = 'ABSOLUTE', unit = null, otherUnits = [] } = body
      const units = unit === null ? [] : [unit, ...otherUnits.map((other) => other.unit)]
      return {
        hint,
        slide: asked({ ...common, type: body.type, units }),
        grade: (answer) => {
          const factor = otherUnits.find((other) => other.unit === answer.unit)?.factor ?? 1
          const allowed = toleranceType === 'RELATIVE' ? Math.abs(value) * tolerance : tolerance
          const difference = Math.abs((answer.value ?? 0) * factor - value)
          const isCorrect = difference <= allowed + Math.abs(value) * 1e-9
          return answered(isCorrect, {
            ...explained,
            type: body.type,
            value,
            unit,
            tolerance,
            toleranceType,
          } as Api.Solution)
        },
      }
    }
    case 'SHORT_TEXT': {
      const { accepted } = body
      return {
        hint,
        slide: asked({ ...common, type: body.type }),
        grade: ({ text = '' }) =>
          answered(isAccepted(text, accepted, question), {
            ...explained,
            type: body.type,
            text: accepted[0] ?? '',
            accepted,
          } as Api.Solution),
      }
    }
    case 'ORDER': {
      const places = shuffled(body.items.length)
      const items = places.map((index) => body.items[index]!)
      const right = body.items.map((_, index) => places.indexOf(index))
      return {
        hint,
        slide: asked({ ...common, type: body.type, items, itemsHtml: items.map(inline) }),
        grade: ({ order = [] }) => {
          const parts = right.map((item, index) => order[index] === item)
          const solution = { ...explained, type: body.type, order: right } as Api.Solution
          return answered(parts.every(Boolean), solution, { parts })
        },
      }
    }
    case 'MATCH': {
      const left = body.pairs.map((pair) => pair.left)
      const all = [...body.pairs.map((pair) => pair.right), ...(body.distractors ?? [])]
      const places = shuffled(all.length)
      const right = places.map((index) => all[index]!)
      const matches = left.map((_, index) => places.indexOf(index))
      return {
        hint,
        slide: asked({
          ...common,
          type: body.type,
          left,
          leftHtml: left.map(inline),
          right,
          rightHtml: right.map(inline),
        }),
        grade: (answer) => {
          const parts = matches.map((match, index) => answer.matches?.[index] === match)
          const solution = { ...explained, type: body.type, matches } as Api.Solution
          return answered(parts.every(Boolean), solution, { parts })
        },
      }
    }
    case 'GAP': {
      const accepted = body.gaps.map((gap) => gap.accepted)
      return {
        hint,
        slide: asked({
          ...common,
          type: body.type,
          text: body.text,
          textHtml: block(body.text),
          gapCount: gapsIn(body.text).length,
          wordBank: body.wordBank ?? null,
        }),
        grade: ({ gaps = [] }) => {
          const parts = accepted.map((words, index) => isAccepted(gaps[index] ?? '', words, question))
          const solution = {
            ...explained,
            type: body.type,
            gaps: accepted.map(([best = '']) => best),
            accepted,
          } as Api.Solution
          return answered(parts.every(Boolean), solution, { parts })
        },
      }
    }
    default: {
      const { options, correctIndex } = body
      return {
        hint,
        slide: {
          id,
          order: 1,
          type: 'QUIZ',
          question: { ...common, type: 'SINGLE_CHOICE', options, optionsHtml, correctIndex, ...explained },
        },
        grade: ({ selectedOption = -1 }) => {
          const feedback = feedbackOn([selectedOption])
          const solution = {
            ...explained,
            type: 'SINGLE_CHOICE',
            selectedOption: correctIndex,
          } as Api.Solution
          return answered(selectedOption === correctIndex, solution, {
            feedback,
            feedbackHtml: feedback && block(feedback),
          })
        },
      }
    }
  }
}

function isAccepted(text: string, accepted: string[], { ignoreAccents }: QuestionFields): boolean {
  return accepted.some((word) => normalWord(word, ignoreAccents) === normalWord(text, ignoreAccents))
}

/** The texts of a question that the service has compiled. */
export function compiledTexts(slides: readonly Api.Slide[]): Compiled {
  const compiled = new Map<string, string>()
  const formulas = new Map<string, Api.Formula>()
  const add = (texts: readonly string[], html: readonly string[]) => {
    for (const [index, text] of texts.entries()) compiled.set(text, html[index]!)
  }
  for (const slide of slides) {
    if ('formulas' in slide) for (const formula of slide.formulas ?? []) formulas.set(formula.source, formula)
    if (slide.type !== 'QUIZ' && slide.type !== 'QUESTION') continue
    const { question } = slide
    add([question.prompt], [question.promptHtml])
    if ('explanationHtml' in question) add([question.explanation], [question.explanationHtml])
    if ('optionsHtml' in question) add(question.options, question.optionsHtml)
    if ('itemsHtml' in question) add(question.items, question.itemsHtml)
    if ('leftHtml' in question) {
      add(question.left, question.leftHtml)
      add(question.right, question.rightHtml)
    }
    if ('textHtml' in question) add([question.text], [question.textHtml])
  }
  compiled.delete('')
  return { texts: compiled, formulas: [...formulas.values()] }
}
