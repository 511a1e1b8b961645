/** A sentence of the notes, or a paragraph of a file. */
export interface Passage {
  from: string
  text: string
  stems: ReadonlySet<string>
  /** It stands in the task word for word, or is hardly more than a list of words that are looked for. */
  isHollow: boolean
}

/** What the passages of a work are held against. */
export interface Task {
  text: string
  /** Of all that is looked for. */
  stems: ReadonlySet<string>
}

/** A word or a few that belong together. */
export interface Term {
  term: string
  stems: string[]
  /** Chosen by the author of the project as a sign, not just a word of the criterion. */
  isHint: boolean
}

const PASSAGES = 5_000
const WORDS = /[\p{L}\p{N}]+/gu
/** What stands in any sentence says nothing about one. */
const FILLERS = new Set(
  'a about above after all also an and any are as at be because been before begin but by can do does each every follow for from get give given has have how if in into is it its least make makes must no not of on one only or other our out own so some such than that the their them then there these they this those three to two up use used was we what when where which who will with work works you your'.split(
    ' ',
  ),
)

/** Words as they are compared: without case, accents and endings, and the parts of names such as `closeRound` apart. */
export function stemsOf(text: string): string[] {
  const plain = text
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
  return [...plain.matchAll(WORDS)].map(([word]) => stem(word)).filter((word) => !FILLERS.has(word))
}

const ENDINGS = /(?:ations?|ions?|ings?|ed|er|ers|ly|ies|es|e|s|y)$/

function stem(word: string): string {
  if (word.length < 5 || FILLERS.has(word)) return word
  const shorter = word.replace(ENDINGS, '')
  return shorter.length >= 4 ? shorter : word
}

/** What to look for: the words that speak for a criterion, and its own. */
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
