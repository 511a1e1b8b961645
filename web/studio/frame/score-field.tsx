import { useState } from 'react'
import { TextField } from '../../ui/components/text-field.tsx'

interface Given {
  label: string
  error?: string | undefined
  score: number
  onChange: (score: number) => void
}

/** A share in per cent, from 1 to 100. The form has the last possible one that was typed; an empty field can be typed into. */
export function ScoreField({ label, error, score, onChange }: Given) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextField
      label={label}
      error={error}
      type="number"
      inputMode="numeric"
      min={1}
      max={100}
      step={1}
      value={typed ?? score}
      onChange={({ target: { value } }) => {
        setTyped(value)
        const next = Number(value)
        if (Number.isInteger(next) && next >= 1 && next <= 100) onChange(next)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
