import { useEffect, useState } from 'react'
import { FormulaView } from '../../ui/markdown/formulas.tsx'
import { useText } from '../use-text.ts'

interface Rendered {
  html: string
  /** Why the LaTeX does not compile. */
  error: string | null
}

export type RenderFormula = (latex: string, isDisplay: boolean) => Promise<Rendered>

/** While the author types, not at every key. */
const DELAY_MS = 250

/** The formula as learners will see it; undefined until it is compiled, and without a connection. */
export function useRenderedFormula(
  source: string,
  latex: string,
  render: RenderFormula | undefined,
): Rendered | undefined {
  const [rendered, setRendered] = useState<Rendered & { source: string }>()
  useEffect(() => {
    if (!render || latex === '') return
    let isCurrent = true
    const timer = setTimeout(() => {
      render(latex, source.startsWith('$$')).then(
        (result) => isCurrent && setRendered({ ...result, source }),
        () => isCurrent && setRendered(undefined),
      )
    }, DELAY_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [source, latex, render])
  return latex !== '' && rendered?.source === source ? rendered : undefined
}

export function FormulaPreview({ source, rendered }: { source: string; rendered: Rendered | undefined }) {
  const { t } = useText()
  return (
    <div>
      <p className="mb-1.5 text-[15px] font-bold">{t('richText.formulaPreview')}</p>
      <div
        aria-live="polite"
        className="slide-text grid min-h-20 place-items-center overflow-x-auto rounded-control border-2 border-line bg-sunken p-3 !text-xl"
      >
        {rendered && !rendered.error && <FormulaView formula={{ source, html: rendered.html }} />}
      </div>
    </div>
  )
}
