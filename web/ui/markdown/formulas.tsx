import { createContext, useMemo } from 'react'
import { splitMath } from './split-math.ts'

/** A formula of a text. The service has compiled it and made it safe. */
export interface Formula {
  /** As it is in the text, with its dollar signs. */
  source: string
  html: string
}

/** Stands for a formula while Markdown is read, because Markdown would read `_`, `*` and `|` in it. */
const PLACEHOLDER = /\uE001(\d+)\uE002/g
const PLACEHOLDER_CHARACTERS = /[\uE001\uE002]/g
const NONE: Formula[] = []

/** The formulas of the text around. A placeholder has the index of one. */
export const FormulaContext = createContext<readonly Formula[]>(NONE)

/** The text with placeholders for its formulas. Those that the service did not compile stay text. */
export function useFormulas(
  text: string,
  formulas: readonly Formula[] = NONE,
): { plain: string; found: readonly Formula[] } {
  return useMemo(() => {
    if (formulas.length === 0) return { plain: text, found: NONE }
    const compiled = new Map(formulas.map((formula) => [formula.source, formula]))
    const found: Formula[] = []
    const plain = splitMath(text.replace(PLACEHOLDER_CHARACTERS, ''))
      .map(({ isMath, source }) => {
        const formula = isMath && compiled.get(source)
        return formula ? `\uE001${found.push(formula) - 1}\uE002` : source
      })
      .join('')
    return { plain, found }
  }, [text, formulas])
}

/** Formulas in code and addresses are not formulas. */
export function withoutPlaceholders(text: string, formulas: readonly Formula[]): string {
  return formulas.length === 0
    ? text
    : text.replace(PLACEHOLDER, (_, index) => formulas[Number(index)]?.source ?? '')
}

/** Mathematics is written from left to right in every language. */
export function FormulaView({ formula: { source, html } }: { formula: Formula }) {
  const content = useMemo(() => ({ __html: html }), [html])
  return (
    <span
      dir="ltr"
      className={source.startsWith('$$') ? 'formula block' : 'formula'}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the service writes MathML only and escapes all text.
      dangerouslySetInnerHTML={content}
    />
  )
}
