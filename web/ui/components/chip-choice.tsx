import type { ReactNode } from 'react'

interface Given<Value extends string | number> {
  label: string
  choices: readonly { value: Value; content: ReactNode; isDisabled?: boolean }[]
  chosen: Value
  onChoose: (value: Value) => void
}

/** A single choice from a few short values. */
export function ChipChoice<Value extends string | number>({
  label,
  choices,
  chosen,
  onChoose,
}: Given<Value>) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-[15px] font-bold">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map(({ value, content, isDisabled = false }) => (
          <label
            key={value}
            className="inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center gap-1.5 rounded-full border-2 border-line bg-surface px-4.5 font-bold text-ink-2 has-checked:border-primary has-checked:bg-primary-soft has-checked:text-primary has-disabled:cursor-default has-disabled:border-dashed has-disabled:text-ink-3 has-focus-visible:outline-3 has-focus-visible:outline-primary"
          >
            <input
              type="radio"
              name={label}
              value={value}
              checked={value === chosen}
              disabled={isDisabled}
              onChange={() => onChoose(value)}
              className="sr-only"
            />
            {content}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
