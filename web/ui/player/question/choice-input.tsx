import type { Api } from '../../../../packages/client/src/lyceum.ts'
import { Tile, type TileState } from '../../components/tile.tsx'
import { Html } from '../../markdown/html.tsx'
import type { Draft } from './draft.ts'

interface Given {
  optionsHtml: readonly string[]
  draft: Draft
  solution: Api.Solution | undefined
  onChoose: (index: number) => void
}

/** The options of a question with one or several right ones. */
export function ChoiceInput({ optionsHtml, draft, solution, onChoose }: Given) {
  const stateOf = (index: number): TileState => {
    const isSelected = draft.selected.includes(index)
    if (!solution) return isSelected ? 'chosen' : 'idle'
    if (isRightOption(solution, index)) return 'right'
    return isSelected ? 'wrong' : 'faded'
  }
  return (
    <div className="grid gap-3">
      {optionsHtml.map((html, index) => (
        <Tile
          // biome-ignore lint/suspicious/noArrayIndexKey: the options of a question keep their order.
          key={index}
          number={index + 1}
          state={stateOf(index)}
          isChosen={draft.selected.includes(index)}
          isLocked={solution !== undefined}
          onPress={() => !solution && onChoose(index)}
        >
          <Html html={html} className="slide-inline" />
        </Tile>
      ))}
    </div>
  )
}

function isRightOption(solution: Api.Solution, index: number): boolean {
  if (solution.type === 'SINGLE_CHOICE') return solution.selectedOption === index
  return solution.type === 'MULTIPLE_CHOICE' && solution.selectedOptions.includes(index)
}
