import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { InlineMarkdown, Markdown } from '../../ui/markdown/markdown.tsx'
import { SlideTitle } from '../../ui/player/slides/slide-title.tsx'
import { usePlayKeys } from '../../ui/player/use-play-keys.ts'
import { useScreenText } from '../use-text.ts'
import { CardFrame } from './card-frame.tsx'
import type { GivenReview, ReviewSession } from './use-review-session.ts'

const RATINGS = ['AGAIN', 'HARD', 'GOOD', 'EASY'] as const

interface Given {
  flashcard: Api.ReviewFlashcard
  onAnswer: (given: GivenReview) => ReturnType<ReviewSession['answer']>
  onNext: () => void
  onLeave: () => void
}

/** A flashcard that is due: the learner thinks, turns it, and says how well it went. */
export function FlashcardCard({ flashcard, onAnswer, onNext, onLeave }: Given) {
  const { t } = useScreenText()
  const [isTurned, setTurned] = useState(false)
  const [shownAt] = useState(() => performance.now())
  const { isPending, error, run } = useSubmit()
  const turn = () => setTurned(true)
  const rate = async (rating: (typeof RATINGS)[number] | undefined) => {
    if (!isTurned || !rating || isPending) return
    const timeMs = Math.min(Math.round(performance.now() - shownAt), 3_600_000)
    let isStored = false
    await run(async () => {
      isStored = (await onAnswer({ rating, timeMs, usedHint: false })) !== undefined
    })
    if (isStored) onNext()
  }
  usePlayKeys(
    { onChoose: (index) => void rate(RATINGS[index]), onNext: turn, onBack: () => undefined, onLeave },
    true,
  )
  return (
    <CardFrame
      footer={undefined}
      actions={
        isTurned ? (
          <fieldset>
            <legend className="mb-2.5 w-full text-center text-[15px] font-bold text-ink-2">
              {t('review.rate')}
            </legend>
            <div className="grid grid-cols-2 gap-2.5 sm:grid-cols-4">
              {RATINGS.map((rating, index) => (
                <Button
                  key={rating}
                  variant="secondary"
                  size="large"
                  className="!px-2"
                  aria-disabled={isPending}
                  // The second tap of a double tap on the button that turned the card is no rating.
                  onClick={(event) => event.detail < 2 && void rate(rating)}
                >
                  <kbd className="font-sans text-sm text-ink-3">{index + 1}</kbd>
                  {t(`review.rating.${rating}`)}
                </Button>
              ))}
            </div>
            <FormError text={error} />
          </fieldset>
        ) : (
          <Button size="large" isWide onClick={turn}>
            {t('player.turnCard')}
          </Button>
        )
      }
    >
      <article>
        <p className="mb-3 text-[13px] font-bold tracking-wide text-ink-2 uppercase">
          {t('player.flashcard')}
        </p>
        <SlideTitle dir="auto">
          <InlineMarkdown text={flashcard.front} formulas={flashcard.formulas} />
        </SlideTitle>
        <div aria-live="polite" className="mt-6">
          {isTurned && (
            <div className="animate-rise rounded-[28px] border-2 border-primary bg-surface p-7">
              <Markdown text={flashcard.back} formulas={flashcard.formulas} />
            </div>
          )}
        </div>
      </article>
    </CardFrame>
  )
}
