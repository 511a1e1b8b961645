import type { Api } from '../../../../packages/client/src/lyceum.ts'
import { Tile, type TileState } from '../../components/tile.tsx'
import { useUiText } from '../../i18n/use-text.ts'
import { Html } from '../../markdown/html.tsx'
import type { Slide } from '../play-state.ts'
import { HintButton } from '../question/hint-button.tsx'
import { Prompt } from './prompt.tsx'

interface Given {
  slide: Extract<Slide, { type: 'QUIZ' }>
  /** The number of the question in the lesson, from 1. */
  number: number
  isRepeat: boolean
  chosen: number | undefined
  onChoose: (option: number) => void
  onHint: (() => Promise<Api.Hint>) | undefined
}

export function QuizSlide({ slide: { question }, number, isRepeat, chosen, onChoose, onHint }: Given) {
  const { t } = useUiText()
  const stateOf = (option: number): TileState => {
    if (chosen === undefined) return 'idle'
    if (option === question.correctIndex) return 'right'
    return option === chosen ? 'wrong' : 'faded'
  }
  return (
    <article>
      <p className="mb-2.5 text-[13px] font-bold tracking-wide text-ink-2 uppercase">
        {isRepeat ? t('player.again') : t('player.question', { number })}
      </p>
      <Prompt html={question.promptHtml} fallback={t('player.question', { number })} />
      {onHint && question.hasHint && chosen === undefined && <HintButton onHint={onHint} />}
      <div className="mt-6 grid gap-3">
        {question.options.map((option, index) => (
          <Tile
            key={option}
            number={index + 1}
            state={stateOf(index)}
            isChosen={index === chosen}
            isLocked={chosen !== undefined}
            onPress={() => onChoose(index)}
          >
            <Html html={question.optionsHtml[index]!} className="slide-inline" />
          </Tile>
        ))}
      </div>
    </article>
  )
}
