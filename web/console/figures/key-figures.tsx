interface Given {
  figures: readonly { name: string; value: string }[]
}

/** The numbers that a section is opened for. */
export function KeyFigures({ figures }: Given) {
  return (
    <dl className="mb-4 flex flex-wrap gap-x-8 gap-y-3">
      {figures.map(({ name, value }) => (
        <div key={name}>
          <dt className="text-sm font-bold text-ink-2">{name}</dt>
          <dd className="text-[25px] font-extrabold leading-tight tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
