interface Given<Value extends string> {
  label: string
  hint?: string
  choices: readonly { value: Value; text: string }[]
  chosen: readonly Value[]
  onChange: (chosen: Value[]) => void
}

/** Any number of a few short values. */
export function ChipSet<Value extends string>({ label, hint, choices, chosen, onChange }: Given<Value>) {
  return (
    <fieldset className="min-w-0">
      <legend className="text-[15px] font-bold">{label}</legend>
      {hint && <p className="text-sm text-ink-2">{hint}</p>}
      <div className="mt-2 flex flex-wrap gap-2">
        {choices.map(({ value, text }) => (
          <label
            key={value}
            className="inline-flex min-h-11 cursor-pointer items-center rounded-full border-2 border-line bg-surface px-4 font-bold text-ink-2 has-checked:border-primary has-checked:bg-primary-soft has-checked:text-primary has-focus-visible:outline-3 has-focus-visible:outline-primary"
          >
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, value] : chosen.filter((other) => other !== value))
              }
              className="sr-only"
            />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
