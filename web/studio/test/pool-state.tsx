import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { ProgressBar } from '../../ui/components/progress-bar.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useText } from '../use-text.ts'
import { countTraits } from './test-fields.ts'
import { publishPool } from './test-query.ts'

interface Given {
  test: Api.EditedCourseTest
  questions: readonly Api.EditedQuestion[]
}

/** Whether learners can take the test, and what is missing. */
export function PoolState({ test, questions }: Given) {
  const { t } = useText()
  const { poolSize, neededPoolSize: needed } = test
  const isEnough = poolSize >= needed
  return (
    <div className={`rounded-2xl p-4 ${isEnough ? 'bg-good-soft' : 'bg-gold-soft'}`}>
      <p className={`font-bold ${isEnough ? 'text-good' : 'text-gold-text'}`}>
        {isEnough
          ? t('test.enough', { has: poolSize, needs: needed })
          : t('test.missing', { has: poolSize, needs: needed })}
      </p>
      <ProgressBar
        value={(100 * poolSize) / needed}
        label={t('test.poolBar')}
        tone={isEnough ? 'good' : 'gold'}
        className="mt-3"
      />
      <p className="mt-3 text-[15px] text-ink-2">{t('test.factorText')}</p>
      <Traits questions={questions} />
      {test.canEdit && <PublishPool test={test} />}
    </div>
  )
}

function Traits({ questions }: Pick<Given, 'questions'>) {
  const { t, number } = useText()
  const { skills, difficulties } = countTraits(questions)
  if (questions.length === 0) return null
  const shown = [
    ...difficulties.map(([difficulty, count]) => [t(`quiz.difficulty.${difficulty}`), count] as const),
    ...skills.map(([skill, count]) => [skill ?? t('test.noSkill'), count] as const),
  ]
  return (
    <ul aria-label={t('test.traits')} className="mt-3 flex flex-wrap gap-2 text-sm">
      {shown.map(([text, count]) => (
        <li key={text} className="rounded-full bg-surface px-3 py-1 font-semibold text-ink-2">
          <bdi>{text}</bdi>: <span className="font-extrabold text-ink">{number(count)}</span>
        </li>
      ))}
    </ul>
  )
}

/** Drafts and changes are asked after they are published. */
function PublishPool({ test: { id, draftCount, changedCount } }: Pick<Given, 'test'>) {
  const { t } = useText()
  const submit = useSubmit()
  const count = draftCount + changedCount
  if (count === 0) return null
  const publish = async () => {
    await publishPool(id)
    showToast(t('test.published', { count }))
  }
  return (
    <div className="mt-4 grid gap-3 border-line border-t pt-4">
      <p className="text-[15px] font-semibold">{t('test.waiting', { count })}</p>
      <FormError text={submit.error} />
      <Button
        variant="good"
        className="justify-self-start"
        isPending={submit.isPending}
        onClick={() => void submit.run(publish)}
      >
        {t('test.publish', { count })}
      </Button>
    </div>
  )
}
