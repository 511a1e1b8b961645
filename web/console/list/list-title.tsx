import { useText } from '../use-text.ts'
import { totalText } from './total-text.ts'

interface Given {
  text: string
  total?: number | undefined
  level?: 'h1' | 'h2'
}

/** The heading of a list with the number of its rows. */
export function ListTitle({ text, total, level: Heading = 'h1' }: Given) {
  const { number } = useText()
  return (
    <Heading
      className={`flex items-baseline gap-3 ${Heading === 'h1' ? 'text-[25px] lg:text-[29px]' : 'text-[21px]'}`}
    >
      {text}
      {total !== undefined && (
        <span className="text-[17px] font-bold tracking-normal text-ink-3 tabular-nums">
          {totalText(total, number)}
        </span>
      )}
    </Heading>
  )
}
