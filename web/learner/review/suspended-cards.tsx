import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { Card } from '../../ui/components/card.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { InlineMarkdown } from '../../ui/markdown/markdown.tsx'
import { useScreenText } from '../use-text.ts'
import { forgetReviewCounts } from './forget-counts.ts'

/** The cards that the learner has taken out, with the way back. Nothing is shown while there are none. */
export function SuspendedCards() {
  const { t } = useScreenText()
  const { data } = useApi('GET /review/suspended', { query: { limit: 50 } })
  if (!data || data.data.length === 0) return null
  return (
    <Card as="section" aria-labelledby="suspended">
      <h2 id="suspended" className="text-[18px]">
        {t('review.suspendedTitle')}
      </h2>
      <ul className="mt-3 grid gap-1">
        {data.data.map((card) => (
          <Row key={card.id} card={card} />
        ))}
      </ul>
    </Card>
  )
}

function Row({ card }: { card: Api.ReviewCard }) {
  const { t } = useScreenText()
  const { isPending, error, run } = useSubmit()
  const putBack = () =>
    run(async () => {
      await lyceum.call('POST /review/cards/{cardId}/unsuspend', { path: { cardId: card.id } })
      await forgetReviewCounts()
    })
  return (
    <li className="border-line border-t py-3 first:border-0">
      <p className="line-clamp-2 font-semibold">
        <bdi>
          <InlineMarkdown
            text={card.question?.prompt ?? card.flashcard?.front ?? ''}
            formulas={card.flashcard?.formulas}
          />
        </bdi>
      </p>
      <Button variant="ghost" className="-ms-4" isPending={isPending} onClick={() => void putBack()}>
        {t('review.putBack')}
      </Button>
      <FormError text={error} />
    </li>
  )
}
