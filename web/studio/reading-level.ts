/**
 * How difficult a text is to read, by the index LIX: the words of a sentence, plus the share of long words in per cent. It needs
 * no dictionary, so it works for every language that has spaces between words. About 25 is a book for children, 40 a newspaper,
 * 60 a law.
 */

const LONG_WORD = 6
/** A shorter text says too little. */
const MIN_WORDS = 40
const HARD = 60
/** In languages with short words, such as Arabic, the sentences alone decide. */
const MAX_SENTENCE_WORDS = 30

/** Whether a Markdown text is hard to read. Code, formulas, addresses and tables are not read as sentences. */
export function isHardToRead(markdown: string): boolean {
  const { words, wordsPerSentence, lix } = readingLevelOf(markdown)
  return words >= MIN_WORDS && (lix > HARD || wordsPerSentence > MAX_SENTENCE_WORDS)
}

export function readingLevelOf(markdown: string): { words: number; wordsPerSentence: number; lix: number } {
  const sentences = plainText(markdown)
    // Paragraphs and items of lists end a sentence as well.
    .split(/[.!?؟۔。](?=\s|$)|\n\s*\n|\n(?=\s*(?:[-*+]|\d+[.)])\s)/)
    .map((sentence) => sentence.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu) ?? [])
    .filter(({ length }) => length > 0)
  const words = sentences.flat()
  if (words.length === 0) return { words: 0, wordsPerSentence: 0, lix: 0 }
  const long = words.filter(({ length }) => length > LONG_WORD).length
  const wordsPerSentence = words.length / sentences.length
  return { words: words.length, wordsPerSentence, lix: wordsPerSentence + (100 * long) / words.length }
}

function plainText(markdown: string): string {
  return markdown
    .replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, ' ')
    .replace(/\$\$[^$]+\$\$|\$[^\s$][^$\n]*\$(?!\d)/g, ' ')
    .replace(/^\s*\|.*$/gm, '\n\n')
    .replace(/(!?\[[^\]]*\])\([^)]*\)/g, '$1')
    .replace(/<?https?:\/\/\S+/g, ' ')
}
