import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Button } from '../../ui/components/button.tsx'
import { Card } from '../../ui/components/card.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { InlineMarkdown } from '../../ui/markdown/markdown.tsx'
import { useText } from '../use-text.ts'
import { numberOf } from './plan-fields.ts'
import type { PlanForm } from './plan-query.ts'
import { QuestionPicker } from './question-picker.tsx'

interface Given {
  plan: Api.ContestPlan
  form: PlanForm
}

/** The pool of questions, how many each participant gets, and how many are needed. */
export function PlanPool({ plan, form }: Given) {
  const { t } = useText()
  const [isPicking, setPicking] = useState(false)
  const [prompts, setPrompts] = useState<ReadonlyMap<string, string>>(new Map())
  const { fields, change, submit } = form
  const ids = fields.questionIds
  const known = new Map([...plan.questions.map(({ id, prompt }) => [id, prompt] as const), ...prompts])
  const needed = Math.max(1, numberOf(fields.questionsPerAttempt)) * Math.max(1, numberOf(fields.runs))
  return (
    <Card as="section" aria-labelledby="pool">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="pool" className="text-[21px]">
          {t('plan.pool', { count: ids.length })}
        </h2>
        <Button
          variant="secondary"
          icon={<Plus size={20} aria-hidden="true" />}
          onClick={() => setPicking(true)}
        >
          {t('plan.add')}
        </Button>
      </div>
      <TextField
        label={t('planField.questionsPerAttempt')}
        hint={t('plan.drawHint')}
        error={submit.errorOf('questionsPerAttempt')}
        type="number"
        min={1}
        max={100}
        className="mt-4"
        value={fields.questionsPerAttempt}
        onChange={({ target }) => change({ questionsPerAttempt: target.value })}
      />
      <p role="status" className={`mt-3 font-semibold ${ids.length < needed ? 'text-bad' : 'text-ink-2'}`}>
        {t('plan.needed', { count: needed, chosen: ids.length })}
      </p>
      {ids.length > 0 && (
        <ol className="mt-4 grid gap-2">
          {ids.map((id) => (
            <li
              key={id}
              className="flex items-center gap-3 rounded-control border border-line ps-4 hover:border-ink-3"
            >
              <span dir="auto" className="line-clamp-2 min-w-0 flex-1 py-2">
                <InlineMarkdown text={known.get(id) ?? t('plan.unknownQuestion')} />
              </span>
              <button
                type="button"
                aria-label={t('plan.remove', { question: known.get(id) ?? '' })}
                onClick={() => change({ questionIds: ids.filter((other) => other !== id) })}
                className="grid size-11 flex-none place-items-center rounded-control text-ink-2 hover:text-bad"
              >
                <X size={20} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ol>
      )}
      <QuestionPicker
        isOpen={isPicking}
        chosen={ids}
        onClose={() => setPicking(false)}
        onAdd={(questions) => {
          setPrompts(new Map([...prompts, ...questions.map(({ id, prompt }) => [id, prompt] as const)]))
          change({ questionIds: [...ids, ...questions.map(({ id }) => id)] })
          setPicking(false)
        }}
      />
    </Card>
  )
}
