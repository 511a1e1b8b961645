import { Avatar } from '../../../ui/components/avatar.tsx'
import { Tile, type TileState } from '../../../ui/components/tile.tsx'
import { Html } from '../../../ui/markdown/html.tsx'
import { Prompt } from '../../../ui/player/slides/prompt.tsx'
import { useScreenText } from '../../use-text.ts'
import { Content } from '../content.tsx'
import { canAnswer, type Round } from './battle-state.ts'

interface Given {
  round: Round
  opponent: { username: string; avatarUrl: string }
  onChoose: (option: number) => void
}

/** One question. After the round it shows both answers and the explanation. */
export function RoundView({ round, opponent, onChoose }: Given) {
  const { t } = useScreenText()
  const { index: number, prompt, promptHtml, options, formulas, result } = round
  const stateOf = (option: number): TileState => {
    if (!result) return option === round.chosen ? 'chosen' : round.isAccepted ? 'faded' : 'idle'
    if (option === result.correctIndex) return 'right'
    return option === result.yourAnswer ? 'wrong' : 'faded'
  }
  return (
    <article>
      <div className="rounded-card border border-line bg-surface p-5 shadow-card lg:p-8">
        <Prompt
          html={promptHtml}
          fallback={promptHtml ? t('player.question', { number: number + 1 }) : prompt}
          className="!text-[22px] sm:!text-[25px] lg:!text-[29px]"
        />
      </div>
      <div className="mt-4 grid gap-3 lg:grid-cols-2">
        {options.map((option, index) => (
          <div key={option} className="relative grid">
            <Tile
              number={index + 1}
              state={stateOf(index)}
              isChosen={index === (result ? result.yourAnswer : round.chosen)}
              isLocked={!canAnswer(round)}
              onPress={() => onChoose(index)}
            >
              <span className={result?.opponentAnswer === index ? 'block pe-10' : ''}>
                <Content text={option} formulas={formulas} />
              </span>
            </Tile>
            {result?.opponentAnswer === index && (
              <span className="pointer-events-none absolute end-3.5 top-1/2 -translate-y-1/2 animate-pop rounded-full ring-3 ring-gold">
                <Avatar name={opponent.username} url={opponent.avatarUrl} size={30} />
                <span className="sr-only">{t('battle.choseThis', { name: opponent.username })}</span>
              </span>
            )}
          </div>
        ))}
      </div>
      <div aria-live="polite" className="mt-5 min-h-20">
        {result ? <Feedback round={round} /> : <Status round={round} name={opponent.username} />}
      </div>
    </article>
  )
}

function Status({ round, name }: { round: Round; name: string }) {
  const { t } = useScreenText()
  const hasAnswered = round.chosen !== null || round.isAccepted
  if (!hasAnswered && !round.hasOpponentAnswered) return null
  return (
    <p className="animate-rise text-center font-semibold text-ink-2">
      {hasAnswered ? t('battle.youAnswered', { name }) : t('battle.opponentAnswered', { name })}
    </p>
  )
}

function Feedback({ round: { result } }: { round: Round }) {
  const { t, number } = useScreenText()
  const isRight = result!.yourAnswer === result!.correctIndex
  const title = isRight
    ? t('player.right')
    : result!.yourAnswer === null
      ? t('battle.timeOver')
      : t('player.wrong')
  return (
    <div className={`animate-rise rounded-card p-5 ${isRight ? 'bg-good-soft' : 'bg-bad-soft'}`}>
      <p
        className={`flex items-baseline justify-between gap-3 text-[19px] font-extrabold ${isRight ? 'text-good' : 'text-bad'}`}
      >
        {title}
        {result!.yourPoints > 0 && <span>{t('battle.points', { points: number(result!.yourPoints) })}</span>}
      </p>
      {result!.feedbackHtml && <Text html={result!.feedbackHtml} />}
      {result!.explanationHtml && <Text html={result!.explanationHtml} />}
    </div>
  )
}

function Text({ html }: { html: string }) {
  return <Html as="div" html={html} className="slide-text mt-1.5 !text-base !leading-normal" />
}
