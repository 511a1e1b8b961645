/** A sentence of the notes, or a paragraph of a file. */
export interface Passage {
  from: string
  text: string
  stems: ReadonlySet<string>
  /** The passage repeats the task or mainly lists expected keywords. */
  isHollow: boolean
}

export interface Task {
  text: string
  /** Stems of all expected terms. */
  stems: ReadonlySet<string>
}

/** A word or phrase to look for. */
export interface Term {
  term: string
  stems: string[]
  /** From the evidence list of the rubric, not from the criterion text. */
  isHint: boolean
}

const PASSAGES = 5_000
const WORDS = /[\p{L}\p{N}]+/gu
/** Common words that are ignored. */
const STOP_WORDS = new Set(
  'a about above after all also an and any are as at be because been before begin but by can do does each every follow for from get give given has have how if in into is it its least make makes must no not of on one only or other our out own so some such than that the their them then there these they this those three to two up use used was we what when where which who will with work works you your'.split(
    ' ',
  ),
)

/** Returns the stems of a text: without case, accents and endings. Splits names such as `closeRound`. */
export function stemsOf(text: string): string[] {
  const plain = text
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
  return [...plain.matchAll(WORDS)].map(([word]) => stem(word)).filter((word) => !STOP_WORDS.has(word))
}

const ENDINGS = /(?:ations?|ions?|ings?|ed|er|ers|ly|ies|es|e|s|y)$/

function stem(word: string): string {
  if (word.length < 5 || STOP_WORDS.has(word)) return word
  const shorter = word.replace(ENDINGS, '')
  return shorter.length >= 4 ? shorter : word
}

/** Returns the terms to look for: the evidence of a criterion and the words of its text. */
export function vocabularyOf(criterion: string, hints: string[]): Term[] {
  const terms = new Map<string, Term>()
  for (const term of hints) {
    const stems = stemsOf(term)
    if (stems.length > 0) terms.set(stems.join(' '), { term, stems, isHint: true })
  }
  for (const word of stemsOf(criterion)) {
    if (!terms.has(word)) terms.set(word, { term: word, stems: [word], isHint: false })
  }
  return [...terms.values()]
}

const HOLLOW_SHARE = 0.7

export function passagesOf(text: string, from: string, task: Task): Passage[] {
  const inTask = ` ${stemsOf(task.text).join(' ')} `
  return text
    .split(from === 'notes' ? /(?<=[.!?…])\s+|\n+/ : /\n\s*\n/)
    .slice(0, PASSAGES)
    .flatMap((part) => {
      const words = stemsOf(part)
      if (words.length === 0) return []
      const stems = new Set(words)
      const sought = [...stems].filter((word) => task.stems.has(word)).length
      const isList = sought > HOLLOW_SHARE * stems.size
      const isHollow = isList || inTask.includes(` ${words.join(' ')} `)
      return [{ from, text: part.trim(), stems, isHollow }]
    })
}
