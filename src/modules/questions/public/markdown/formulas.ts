import { Cache } from '../../../../platform/cache/cache.ts'
import { z } from '../../../../platform/zod.ts'
import { findMathError, renderMath } from './render-math.ts'
import { splitMath } from './split-math.ts'

/** Compiling takes processor time, so the formulas of one lesson are limited. */
export const MAX_FORMULAS = 300
export const MAX_FORMULA_CHARACTERS = 20_000
const MAX_SHOWN_LATEX = 60

/** Compiled formulas of this process: slides are compiled when they are read, by many learners. */
const compiled = new Cache<string, string>({ maxSize: 2_000 })

export const FormulaSchema = z
  .object({
    source: z.string().openapi({ description: 'As it is in the Markdown, with its dollar signs' }),
    html: z.string().openapi({ description: 'Safe HTML: MathML, or `<code>` if the LaTeX does not compile' }),
  })
  .openapi('Formula')
export type Formula = z.output<typeof FormulaSchema>

/** The formulas of texts, each once. Undefined without any, so that most responses do not have the field. */
export function compileFormulas(texts: string[]): Formula[] | undefined {
  const formulas = new Map<string, string>()
  for (const { source, latex, isDisplay } of listFormulas(texts))
    if (!formulas.has(source) && formulas.size < MAX_FORMULAS)
      formulas.set(source, compileFormula(source, latex, isDisplay))
  if (formulas.size === 0) return undefined
  return Array.from(formulas, ([source, html]) => ({ source, html }))
}

interface FormulaError {
  source: string
  /** Of the text, from 1. */
  line: number
  reason: string
}

/** Finds formulas that do not compile. */
export function findFormulaErrors(text: string): FormulaError[] {
  if (!text.includes('$')) return []
  const errors: FormulaError[] = []
  let line = 1
  for (const { isMath, source, latex, isDisplay } of splitMath(text)) {
    const error = isMath ? findMathError(latex, isDisplay) : undefined
    if (error) errors.push({ source, line, reason: describeFormulaError(source, error) })
    line += source.split('\n').length - 1
  }
  return errors
}

/** Returns what is wrong with the number or the length of the formulas of one lesson. */
export function findFormulaExcess(texts: string[]): string | undefined {
  const formulas = listFormulas(texts)
  if (formulas.length > MAX_FORMULAS) return `must not have more than ${MAX_FORMULAS} formulas`
  const characters = formulas.reduce((sum, { latex }) => sum + latex.length, 0)
  if (characters <= MAX_FORMULA_CHARACTERS) return undefined
  return `must not have more than ${MAX_FORMULA_CHARACTERS} characters of LaTeX`
}

function describeFormulaError(source: string, error: string): string {
  const shown = source.replace(/\s+/g, ' ')
  const shortened = shown.length > MAX_SHOWN_LATEX ? `${shown.slice(0, MAX_SHOWN_LATEX)}…` : shown
  return `the formula ${shortened} does not compile: ${reasonOf(error)}. Write \\$ for a dollar sign`
}

/** In one line: the compiler repeats the LaTeX after its reason. */
function reasonOf(error: string): string {
  return error.split('\n')[0]!.replace(/:\s*$/, '')
}

/** A formula that is being written. */
export function previewFormula(latex: string, isDisplay: boolean): { html: string; error: string | null } {
  const error = findMathError(latex, isDisplay)
  return { html: renderMath(latex, isDisplay), error: error === undefined ? null : reasonOf(error) }
}

function listFormulas(texts: string[]) {
  return texts.flatMap((text) => (text.includes('$') ? splitMath(text).filter(({ isMath }) => isMath) : []))
}

function compileFormula(source: string, latex: string, isDisplay: boolean): string {
  const known = compiled.get(source)
  if (known !== undefined) return known
  const html = renderMath(latex, isDisplay)
  compiled.set(source, html)
  return html
}
