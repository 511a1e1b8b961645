/** Enough of a text to know whether it is GIFT. */
const MAX_READ = 40_000
const FENCE = /^ {0,3}(?:```|~~~)/
const NAME = /^\s*::[^\n]*?::/
/** Escaped signs, code and formulas. None of them is a mark of GIFT. */
const ESCAPED = /\\[~=#{}:\\n]/g
const CODE = /`[^`\n]*`/g
const FORMULA = /\$\$[^$]*\$\$|\$(?!\s)[^$\n]*[^\s$]\$(?!\d)/g
const ANSWERS = /^([^{}]*)\{([^{}]*)\}([^{}]*)$/
/** Braces of LaTeX, and of attributes behind code. */
const BRACE_OF_OTHERS = /(?:\\[a-z]+|[_^`])\s*$/i
const TRUTH = /^(?:T|TRUE|F|FALSE)\s*(?:#|$)/i
const NUMBER = /^#\s*(?:=\s*)?(?:%\d+%)?[+-]?\.?\d/

/**
 * Whether a pasted text is questions in the GIFT format: at least half of its parts are. Markdown with braces is not. The service
 * reads the text; this only decides whether it is asked.
 */
export function isGift(text: string): boolean {
  const parts = partsOf(text)
  const questions = parts.filter(isQuestion).length
  return questions > 0 && questions * 2 >= parts.length
}

/** The parts between blank lines, without comments and categories. A block of code is an empty part. */
function partsOf(text: string): string[] {
  const parts: string[][] = []
  let current: string[] | undefined
  let isCode = false
  for (const line of text
    .slice(0, MAX_READ)
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)) {
    if (FENCE.test(line)) {
      isCode = !isCode
      if (isCode) parts.push([])
      current = undefined
    } else if (isCode || line.trim() === '') current = undefined
    else if (!/^\s*(?:\/\/|\$CATEGORY:)/.test(line)) {
      if (!current) {
        current = []
        parts.push(current)
      }
      current.push(line)
    }
  }
  // The last part of a cut text may be half of a question.
  return (text.length > MAX_READ ? parts.slice(0, -1) : parts).map((lines) => lines.join('\n'))
}

function isQuestion(part: string): boolean {
  const plain = part.replace(ESCAPED, 'x').replace(CODE, '`').replace(FORMULA, '$')
  const [, before, answers, after] = ANSWERS.exec(plain.replace(NAME, '')) ?? []
  if (before === undefined || BRACE_OF_OTHERS.test(before)) return false
  if (`${before}${after}`.trim() === '') return false
  // With a name, also an essay or a single word. A name of C++ has no space behind it.
  return hasAnswers(answers!.trim(), before) || /^\s*::[^\n]*?::\s/.test(part)
}

function hasAnswers(answers: string, before: string): boolean {
  if (answers.startsWith('=')) return /^=\s*[^\s=]/.test(answers)
  // An option of which none is right is no question.
  if (answers.startsWith('~')) return /[=%]/.test(answers)
  if (TRUTH.test(answers)) return !/[\p{L}\p{N}]$/u.test(before)
  return NUMBER.test(answers) && !/^\s*#/.test(before)
}
