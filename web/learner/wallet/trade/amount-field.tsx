import { TextField } from '../../../ui/components/text-field.tsx'

interface Given {
  label: string
  hint?: string | undefined
  error: string | undefined
  value: string
  onChange: (amount: string) => void
  /** Shown behind the number. */
  unit: string
  decimals: number
  min?: number
  max?: number
}

/** An amount with its unit. The browser reads the decimal separator of the learner's language. */
export function AmountField({ value, onChange, unit, decimals, min, max, ...field }: Given) {
  return (
    <TextField
      {...field}
      type="number"
      inputMode="decimal"
      className="[&_input]:[appearance:textfield] [&_input]:text-[22px] [&_input]:font-extrabold"
      required
      min={min ?? 0}
      max={max}
      step={10 ** -decimals}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onWheel={(event) => event.currentTarget.blur()}
      end={<span className="font-bold text-ink-2">{unit}</span>}
    />
  )
}
