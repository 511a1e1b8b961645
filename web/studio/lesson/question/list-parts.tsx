import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/components/button.tsx'
import { TextArea } from '../../../ui/components/text-area.tsx'
import { useFault } from '../fault-scope.tsx'
import { IconButton } from '../icon-button.tsx'

interface GroupGiven {
  label: string
  hint?: string
  /** The field of a sentence about the whole list. */
  field: string
  children: ReactNode
}

/** A list of fields under one name. */
export function ListGroup({ label, hint, field, children }: GroupGiven) {
  const fault = useFault()(field)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-[15px] font-bold">{label}</legend>
      {hint && <p className="mb-2.5 text-sm text-ink-2">{hint}</p>}
      <div className="grid grid-cols-1 gap-2.5">{children}</div>
      {fault && (
        <p role="alert" className="mt-1.5 text-sm font-semibold text-bad">
          {fault}
        </p>
      )}
    </fieldset>
  )
}

export function AddRow({ label, onAdd }: { label: string; onAdd: () => void }) {
  return (
    <Button
      variant="ghost"
      size="small"
      className="min-h-11 justify-self-start"
      icon={<Plus size={18} aria-hidden="true" />}
      onClick={onAdd}
    >
      {label}
    </Button>
  )
}

export function RemoveRow({
  label,
  isDisabled,
  onRemove,
}: {
  label: string
  isDisabled: boolean
  onRemove: () => void
}) {
  return (
    <IconButton label={label} disabled={isDisabled} onClick={onRemove}>
      <Trash2 size={18} aria-hidden="true" />
    </IconButton>
  )
}

interface LinesGiven {
  label: string
  name: string
  hint: string
  value: string
  onChange: (text: string) => void
  rows?: number
}

/** Short texts, one on each line. */
export function LinesField({ label, name, hint, value, onChange, rows = 3 }: LinesGiven) {
  const faultOf = useFault()
  return (
    <TextArea
      label={label}
      name={name}
      dir="auto"
      rows={rows}
      hint={hint}
      value={value}
      error={faultOf(name)}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** Gives the focus to the last field of a list after a row was added. */
export function useFocusAdded(count: number) {
  const list = useRef<HTMLDivElement>(null)
  const [isAdding, setAdding] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the row is there.
  useEffect(() => {
    if (!isAdding) return
    setAdding(false)
    list.current
      ?.querySelector<HTMLElement>('[data-row]:last-of-type input:not([type=radio]):not([type=checkbox])')
      ?.focus()
  }, [count])
  return { list, onAdded: () => setAdding(true) }
}
