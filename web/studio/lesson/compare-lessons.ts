import { contentOf, type DraftSlide, type LessonDraft, type SavedLesson } from './draft.ts'

export type Choice = 'mine' | 'theirs'

/** A slide of one or both versions. */
export interface SlideRow {
  mine: DraftSlide | undefined
  theirs: DraftSlide | undefined
  isSame: boolean
  /** The version that has changed it since both were the same; the own one if both have. */
  proposal: Choice
}

export type LessonField = 'title' | 'xpReward' | 'gemReward' | 'requiredScore'
export const LESSON_FIELDS = ['title', 'xpReward', 'gemReward', 'requiredScore'] as const

export interface FieldRow {
  field: LessonField
  mine: string | number | null
  theirs: string | number | null
  proposal: Choice
}

export interface Comparison {
  fields: FieldRow[]
  slides: SlideRow[]
}

/** Compares two versions of a lesson, field by field and slide by slide. `base` is what both began with. */
export function compareLessons(mine: LessonDraft, theirs: LessonDraft, base: LessonDraft): Comparison {
  const fields = LESSON_FIELDS.filter((field) => mine[field] !== theirs[field]).map((field): FieldRow => {
    const proposal = mine[field] === base[field] ? 'theirs' : 'mine'
    return { field, mine: mine[field], theirs: theirs[field], proposal }
  })
  return { fields, slides: alignSlides(mine.slides, theirs.slides, base.slides) }
}

function alignSlides(mine: DraftSlide[], theirs: DraftSlide[], base: DraftSlide[]): SlideRow[] {
  const baseByKey = new Map(base.map((slide) => [slide.key, contentOf(slide)]))
  const baseContents = new Set(baseByKey.values())
  const rows: SlideRow[] = []
  const row = (own: DraftSlide | undefined, other: DraftSlide | undefined): SlideRow => {
    const isSame = own !== undefined && other !== undefined && contentOf(own) === contentOf(other)
    const isOwnUntouched = own !== undefined && baseByKey.get(own.key) === contentOf(own)
    // A slide of the other version that was there before was deleted here.
    const isOtherUntouched = other !== undefined && baseContents.has(contentOf(other))
    const proposal =
      own === undefined ? (isOtherUntouched ? 'mine' : 'theirs') : isOwnUntouched ? 'theirs' : 'mine'
    return { mine: own, theirs: other, isSame, proposal }
  }
  let at = 0
  let other = 0
  for (const [own, same] of [...equalPairs(mine, theirs), [mine.length, theirs.length] as const]) {
    rows.push(...pairGap(mine.slice(at, own), theirs.slice(other, same)).map(([a, b]) => row(a, b)))
    if (own < mine.length) rows.push(row(mine[own], theirs[same]))
    at = own + 1
    other = same + 1
  }
  return rows
}

/** The longest common subsequence of equal slides, as pairs of positions. */
function equalPairs(mine: DraftSlide[], theirs: DraftSlide[]): (readonly [number, number])[] {
  const a = mine.map(contentOf)
  const b = theirs.map(contentOf)
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0))
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i]![j] =
        a[i] === b[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
  const pairs: [number, number][] = []
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) pairs.push([i++, j++])
    else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) i++
    else j++
  }
  return pairs
}

type Pair = [DraftSlide | undefined, DraftSlide | undefined]

/** Between equal slides: a question belongs to itself, any other slide to the next one of its kind. */
function pairGap(mine: DraftSlide[], theirs: DraftSlide[]): Pair[] {
  const pairs: Pair[] = []
  const rest = [...theirs]
  for (const own of mine) {
    const at = rest.findIndex((other) => isVersionOf(own, other))
    if (at < 0) {
      pairs.push([own, undefined])
      continue
    }
    for (const skipped of rest.splice(0, at)) pairs.push([undefined, skipped])
    pairs.push([own, rest.shift()])
  }
  return [...pairs, ...rest.map((other): Pair => [undefined, other])]
}

function isVersionOf(own: DraftSlide, other: DraftSlide): boolean {
  if (own.type === 'QUIZ' && other.type === 'QUIZ' && own.questionId && other.questionId)
    return own.questionId === other.questionId
  return own.type === other.type
}

/** The lesson after the choices. A slide of both versions keeps the identity that the service knows. */
export function mergeLessons(
  mine: LessonDraft,
  theirs: SavedLesson,
  { fields, slides }: Comparison,
  choices: { fields: Partial<Record<LessonField, Choice>>; slides: Choice[] },
): LessonDraft {
  const chosen = { ...theirs.draft }
  for (const { field } of fields)
    if (choices.fields[field] === 'mine') Object.assign(chosen, { [field]: mine[field] })
  const merged = slides.flatMap(({ mine: own, theirs: other, isSame }, index): DraftSlide[] => {
    if (isSame || choices.slides[index] === 'theirs') return other ? [other] : []
    if (!own) return []
    if (!other) return [own]
    const kept = { ...own, key: other.key }
    return [kept.type === 'QUIZ' && other.type === 'QUIZ' ? { ...kept, questionId: other.questionId } : kept]
  })
  return { ...chosen, slides: merged }
}
