import { escapeHtml } from '../../../../platform/mail/email-layout.ts'

/** `trust` off refuses links, pictures and styles of the author's choice; `maxExpand` ends endless macros. */
const OPTIONS = { trust: false, throwOnError: true, maxExpand: 200, maxSize: [20, 20] as [number, number] }
/** What the compiler writes. Anything else would be a fault of it, and is shown as text. */
const MATHML = /^(?:<\/?(?:math|m[a-z]+|semantics|annotation)(?: (?:[a-z-]+)="[^"<>]*")*\s*\/?>|[^<>])*$/
const UNSAFE_ATTRIBUTE = /\s(?:on[a-z]+|href|xlink:href|src|action)=|javascript:/i

/** Compiles LaTeX to MathML. LaTeX that does not compile is shown as it is. */
export function renderMath(latex: string, isDisplay: boolean): string {
  try {
    return compile(latex, isDisplay)
  } catch {
    return `<code>${escapeHtml(latex)}</code>`
  }
}

/** Returns the reason why LaTeX does not compile. */
export function findMathError(latex: string, isDisplay: boolean): string | undefined {
  try {
    compile(latex, isDisplay)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

function compile(latex: string, isDisplay: boolean): string {
  const mathml = loadTemml().renderToString(latex, { ...OPTIONS, displayMode: isDisplay })
  if (!MATHML.test(mathml) || UNSAFE_ATTRIBUTE.test(mathml)) throw new Error('is not plain mathematics')
  return mathml
}

type Temml = typeof import('temml').default
let temml: Temml | undefined

/** Loads the compiler with the first formula: loading it slows a start down. */
function loadTemml(): Temml {
  temml ??= require('temml') as Temml
  return temml
}
