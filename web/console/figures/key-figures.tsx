import { ConsoleLink, type Destination } from '../frame/console-link.tsx'

interface Given {
  figures: readonly {
    name: string
    value: string
    /** The list behind the number. */
    opens?: Destination
  }[]
}

/** The numbers that a section is opened for. A number leads to the list behind it. */
export function KeyFigures({ figures }: Given) {
  return (
    <dl className="mb-4 flex flex-wrap gap-x-8 gap-y-3">
      {figures.map(({ name, value, opens }) => (
        <div key={name}>
          <dt className="text-sm font-bold text-ink-2">{name}</dt>
          <dd className="text-[25px] font-extrabold leading-tight tabular-nums">
            {opens ? <NumberLink opens={opens} name={name} text={value} /> : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A number that leads to the list behind it. */
export function NumberLink({ opens, name, text }: { opens: Destination; name: string; text: string }) {
  return (
    <ConsoleLink
      {...opens}
      aria-label={`${name}: ${text}`}
      className="inline-flex min-h-8 items-center text-primary underline decoration-2 underline-offset-4"
    >
      {text}
    </ConsoleLink>
  )
}
