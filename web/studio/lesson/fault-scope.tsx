import { createContext, type FocusEvent, type ReactNode, use, useState } from 'react'
import { useText } from '../use-text.ts'
import type { Faults } from './check-slide.ts'

interface Scope {
  faults: Faults
  isShown: (field: string) => boolean
}

const FaultContext = createContext<Scope>({ faults: {}, isShown: () => false })

interface Given {
  faults: Faults
  /** The author has seen the whole form, for example because it was opened again. */
  showsAll: boolean
  children: ReactNode
}

/** The sentences of a form. A field shows its own after the author has left it. Fields are known by their `name` or `data-field`. */
export function FaultScope({ faults, showsAll, children }: Given) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const onBlur = ({ target, relatedTarget }: FocusEvent) => {
    const field = target.closest<HTMLElement>('[data-field]')
    // From the text to its tools, for example.
    if (field?.contains(relatedTarget)) return
    const name = field?.dataset.field ?? target.getAttribute('name')
    if (name && !left.has(name)) setLeft(new Set([...left, name]))
  }
  return (
    <FaultContext value={{ faults, isShown: (field) => showsAll || left.has(field) }}>
      <fieldset className="grid min-w-0 grid-cols-1 gap-5" onBlur={onBlur}>
        {children}
      </fieldset>
    </FaultContext>
  )
}

/** The sentence for a field. */
export function useFault(): (field: string) => string | undefined {
  const { t } = useText()
  const { faults, isShown } = use(FaultContext)
  return (field) => {
    const fault = faults[field]
    return fault && isShown(field) ? t(`lessonCheck.${fault}`) : undefined
  }
}
