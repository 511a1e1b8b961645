import type { DraftSlide, LessonDraft } from './draft.ts'
import { gapsIn, linesOf, numberOf, type QuestionFields } from './question-fields.ts'

/** The sentences for what is missing. Each is a text `lessonCheck.…`. */
export type Fault =
  | 'required'
  | 'tooLong'
  | 'twoOptions'
  | 'noRight'
  | 'same'
  | 'notANumber'
  | 'notPositive'
  | 'shareOfZero'
  | 'unitMissing'
  | 'threeItems'
  | 'twoPairs'
  | 'gapMissing'
  | 'gapOrder'
  | 'gapWord'
  | 'bankNoRight'
  | 'bankNoWrong'
  | 'notAnAddress'
  | 'altMissing'
  | 'notRunnable'

/** By field, such as `title` or `options.1`. */
export type Faults = Record<string, Fault>

const LONG = 20_000
const SHORT = 2_000
const LINE = 200
const OPTION = 500
/** A picture without an alternative text. */
const EMPTY_ALT = /!\[\s*\]\(/

/** What keeps the slide from being saved. It follows the rules of the service. */
export function checkSlide(slide: DraftSlide): Faults {
  const faults: Faults = {}
  const text = (field: string, value: string, max: number) => {
    if (!value.trim()) faults[field] = 'required'
    else if (value.trim().length > max) faults[field] = 'tooLong'
  }
  switch (slide.type) {
    case 'TEXT_WITH_IMAGE':
      text('title', slide.title, LINE)
      text('content', slide.content, LONG)
      if (EMPTY_ALT.test(slide.content)) faults.content = 'altMissing'
      break
    case 'CODE':
      text('title', slide.title, LINE)
      text('content', slide.content, LONG)
      if (slide.isRunnable && !/^(?:javascript|js|sql)$/i.test(slide.language.trim()))
        faults.language = 'notRunnable'
      if (slide.expectedOutput.trim().length > SHORT) faults.expectedOutput = 'tooLong'
      if (slide.setup.trim().length > LONG) faults.setup = 'tooLong'
      break
    case 'FLASHCARD':
      text('front', slide.front, SHORT)
      text('back', slide.back, SHORT)
      break
    case 'CALLOUT':
      text('content', slide.content, SHORT)
      break
    case 'VIDEO':
      text('title', slide.title, LINE)
      if (!isAddress(slide.mediaUrl)) faults.mediaUrl = 'notAnAddress'
      if (slide.captionsUrl.trim() && !isAddress(slide.captionsUrl)) faults.captionsUrl = 'notAnAddress'
      if (!/^[1-9]\d{0,4}$/.test(slide.durationSeconds.trim())) faults.durationSeconds = 'notANumber'
      break
    case 'QUIZ':
      return checkQuestion(slide.question)
  }
  return faults
}

export const isComplete = (slide: DraftSlide): boolean => Object.keys(checkSlide(slide)).length === 0

/** Files of the library have an address of this service. */
const isAddress = (text: string): boolean =>
  /^https:\/\/[^\s/]+\.[^\s]+$/.test(text.trim()) || /^\/files\/library\/[\w.-]+$/.test(text.trim())

export function checkLesson({ title, xpReward, gemReward }: LessonDraft): Faults {
  const faults: Faults = {}
  if (!title.trim()) faults.title = 'required'
  else if (title.trim().length > LINE) faults.title = 'tooLong'
  for (const [field, value] of Object.entries({ xpReward, gemReward }))
    if (!/^\d{1,5}$/.test(value.trim())) faults[field] = 'notANumber'
  return faults
}

/** What keeps a question from being saved. */
export function checkQuestion(question: QuestionFields): Faults {
  const faults: Faults = {}
  if (!question.prompt.trim()) faults.prompt = 'required'
  else if (question.prompt.trim().length > SHORT) faults.prompt = 'tooLong'
  else if (EMPTY_ALT.test(question.prompt)) faults.prompt = 'altMissing'
  if (question.explanation.trim().length > SHORT) faults.explanation = 'tooLong'
  if (question.hint.trim().length > OPTION) faults.hint = 'tooLong'
  switch (question.type) {
    case 'SINGLE_CHOICE':
    case 'MULTIPLE_CHOICE':
      return { ...faults, ...checkOptions(question) }
    case 'NUMBER':
      return { ...faults, ...checkNumber(question) }
    case 'SHORT_TEXT':
      return { ...faults, ...checkVariants('accepted', question.accepted, question.ignoreAccents) }
    case 'ORDER':
      return {
        ...faults,
        ...checkTexts('items', question.items),
        ...(question.items.length < 3 ? { items: 'threeItems' } : {}),
      }
    case 'MATCH':
      return { ...faults, ...checkPairs(question) }
    case 'GAP':
      return { ...faults, ...checkGaps(question) }
  }
}

/** Each text of a list is there, and none is there twice. */
function checkTexts(field: string, texts: string[]): Faults {
  const faults: Faults = {}
  const trimmed = texts.map((text) => text.trim())
  for (const [index, text] of trimmed.entries()) {
    if (!text) faults[`${field}.${index}`] = 'required'
    else if (text.length > OPTION) faults[`${field}.${index}`] = 'tooLong'
    else if (trimmed.indexOf(text) < index) faults[`${field}.${index}`] = 'same'
  }
  return faults
}

function checkOptions({ options }: QuestionFields): Faults {
  const faults = checkTexts(
    'options',
    options.map(({ text }) => text),
  )
  if (options.length < 2) faults.options = 'twoOptions'
  else if (!options.some(({ isRight }) => isRight)) faults.options = 'noRight'
  return faults
}

function checkNumber({ value, tolerance, toleranceType, unit, otherUnits }: QuestionFields): Faults {
  const faults: Faults = {}
  const number = numberOf(value)
  if (number === undefined) faults.value = value.trim() ? 'notANumber' : 'required'
  const allowed = tolerance.trim() ? numberOf(tolerance) : 0
  if (allowed === undefined) faults.tolerance = 'notANumber'
  else if (allowed < 0) faults.tolerance = 'notPositive'
  else if (toleranceType === 'RELATIVE' && number === 0) faults.tolerance = 'shareOfZero'
  if (otherUnits.length > 0 && !unit.trim()) faults.unit = 'unitMissing'
  for (const [index, other] of otherUnits.entries()) {
    if (!other.unit.trim()) faults[`otherUnits.${index}.unit`] = 'required'
    else if (
      other.unit.trim() === unit.trim() ||
      otherUnits.findIndex((each) => each.unit.trim() === other.unit.trim()) < index
    )
      faults[`otherUnits.${index}.unit`] = 'same'
    const factor = numberOf(other.factor)
    if (factor === undefined) faults[`otherUnits.${index}.factor`] = 'notANumber'
    else if (factor <= 0) faults[`otherUnits.${index}.factor`] = 'notPositive'
  }
  return faults
}

/** How the service compares typed words. */
export function normalWord(text: string, ignoreAccents: boolean): string {
  const plain = text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()
  return ignoreAccents ? plain.normalize('NFKD').replace(/\p{M}/gu, '') : plain
}

function checkVariants(field: string, text: string, ignoreAccents: boolean): Faults {
  const words = linesOf(text)
  if (words.length === 0) return { [field]: 'required' }
  if (words.some((word) => word.length > LINE)) return { [field]: 'tooLong' }
  const normal = words.map((word) => normalWord(word, ignoreAccents))
  return new Set(normal).size < normal.length ? { [field]: 'same' } : {}
}

function checkPairs({ pairs, distractors }: QuestionFields): Faults {
  const faults: Faults = {}
  const lefts = pairs.map(({ left }) => left.trim())
  const rights = pairs.map(({ right }) => right.trim())
  for (const index of pairs.keys()) {
    for (const [side, texts] of [
      ['left', lefts],
      ['right', rights],
    ] as const) {
      const text = texts[index]!
      if (!text) faults[`pairs.${index}.${side}`] = 'required'
      else if (texts.indexOf(text) < index) faults[`pairs.${index}.${side}`] = 'same'
    }
  }
  if (pairs.length < 2) faults.pairs = 'twoPairs'
  const others = linesOf(distractors)
  if (new Set([...others, ...rights]).size < others.length + new Set(rights).size) faults.distractors = 'same'
  return faults
}

function checkGaps({ text, gaps, wordBank, ignoreAccents }: QuestionFields): Faults {
  const marks = gapsIn(text)
  if (marks.length === 0) return { text: text.trim() ? 'gapMissing' : 'required' }
  if (marks.some((mark, index) => mark !== index + 1)) return { text: 'gapOrder' }
  const faults: Faults = {}
  const bank = linesOf(wordBank).map((word) => normalWord(word, ignoreAccents))
  if (new Set(bank).size < bank.length) faults.wordBank = 'same'
  for (const index of marks.keys()) {
    const words = gaps[index] ?? ''
    Object.assign(faults, checkVariants(`gaps.${index}`, words, ignoreAccents))
    if (faults[`gaps.${index}`] === 'required') faults[`gaps.${index}`] = 'gapWord'
    if (bank.length === 0) continue
    const right = new Set(linesOf(words).map((word) => normalWord(word, ignoreAccents)))
    if (!bank.some((word) => right.has(word))) faults.wordBank = 'bankNoRight'
    else if (bank.every((word) => right.has(word))) faults.wordBank = 'bankNoWrong'
  }
  return faults
}
