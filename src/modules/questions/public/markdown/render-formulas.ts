import { renderMath } from './render-math.ts'
import { splitMath } from './split-math.ts'

/** The formulas of a text as MathML, by their source with dollar signs. */
export type Formulas = Record<string, string>

/** Compiles the formulas of texts that clients render themselves. Returns undefined if they have none, as most. */
export function renderFormulas(...texts: string[]): Formulas | undefined {
  const formulas: Formulas = {}
  for (const text of texts)
    for (const { isMath, source, latex, isDisplay } of splitMath(text))
      if (isMath) formulas[source] ??= renderMath(latex.replaceAll('&lt;', '<'), isDisplay)
  return Object.keys(formulas).length === 0 ? undefined : formulas
}
