import { type ReactNode, useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { SelectField } from '../../ui/components/select-field.tsx'
import { Sheet } from '../../ui/components/sheet.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { DIFFICULTIES } from '../lesson/question/question-editor.tsx'
import { useText } from '../use-text.ts'
import { reloadQuestions, useTopics } from './question-query.ts'
import { areTags, tagsOf } from './tags.ts'

type Outcome = Api.QuestionBulkResult[number]['result']
const FAILURES = ['NOT_FOUND', 'OWNED_BY_PACK', 'TOO_MANY_TAGS'] as const satisfies Outcome[]
type Failure = (typeof FAILURES)[number]

interface Given {
  isOpen: boolean
  questions: readonly Api.EditedQuestion[]
  onClose: () => void
  /** What the service said about each question. */
  onDone: (failedIds: readonly string[]) => void
}

/** Changes the chosen questions in one request. */
export function BulkSheet({ isOpen, questions, onClose, onDone }: Given) {
  const { t } = useText()
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('bank.changeTitle', { count: questions.length })}>
      <BulkForm questions={questions} onClose={onClose} onDone={onDone} />
    </Sheet>
  )
}

interface Typed {
  addTags: string
  removeTags: readonly string[]
  topicId: string
  difficulty: string
  status: string
}

const NOTHING: Typed = { addTags: '', removeTags: [], topicId: '', difficulty: '', status: '' }

/** What the author has filled in. */
function changesOf({ addTags, removeTags, topicId, difficulty, status }: Typed) {
  return {
    ...(tagsOf(addTags).length > 0 ? { addTags: tagsOf(addTags) } : {}),
    ...(removeTags.length > 0 ? { removeTags: [...removeTags] } : {}),
    ...(topicId ? { topicId } : {}),
    ...(difficulty ? { difficulty: difficulty as 'EASY' } : {}),
    ...(status ? { status: status as 'PUBLISHED' } : {}),
  }
}

function BulkForm({ questions, onClose, onDone }: Omit<Given, 'isOpen'>) {
  const { t } = useText()
  const topics = useTopics()
  const submit = useSubmit()
  const [typed, setTyped] = useState(NOTHING)
  const [failures, setFailures] = useState<Partial<Record<Failure, number>>>()
  const set = (changes: Partial<Typed>) => setTyped({ ...typed, ...changes })
  const changes = changesOf(typed)
  const canSend = Object.keys(changes).length > 0 && areTags(typed.addTags)
  const keep = { id: '', text: t('bank.keep') }
  const send = async () => {
    const ids = questions.map(({ id }) => id)
    const { data } = await lyceum.call('POST /admin/questions/bulk', { body: { ids, ...changes } })
    const failed = data.filter(({ result }) => FAILURES.includes(result as Failure))
    const changed = data.filter(({ result }) => result === 'CHANGED').length
    showToast(t('bank.changed', { count: changed }))
    onDone(failed.map(({ id }) => id))
    if (failed.length === 0) onClose()
    else
      setFailures(
        Object.fromEntries(
          FAILURES.map((kind) => [kind, failed.filter(({ result }) => result === kind).length]),
        ),
      )
    void reloadQuestions()
  }
  if (failures) return <Failures failures={failures} onClose={onClose} />
  return (
    <form
      data-saves=""
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (canSend && !submit.isPending) void submit.run(send)
      }}
    >
      <TextField
        label={t('bank.addTags')}
        hint={t('details.skillsHint')}
        error={areTags(typed.addTags) ? submit.errorOf('addTags') : t('bank.tagsFault')}
        dir="auto"
        value={typed.addTags}
        onChange={({ target }) => set({ addTags: target.value })}
      />
      <RemoveTags
        tags={[...new Set(questions.flatMap(({ tags }) => tags))].sort()}
        chosen={typed.removeTags}
        onChange={(removeTags) => set({ removeTags })}
      />
      <SelectField
        label={t('field.topicId')}
        error={submit.errorOf('topicId')}
        value={typed.topicId}
        onChange={({ target }) => set({ topicId: target.value })}
        options={[keep, ...topics]}
      />
      <SelectField
        label={t('quiz.difficulty')}
        value={typed.difficulty}
        onChange={({ target }) => set({ difficulty: target.value })}
        options={[keep, ...DIFFICULTIES.map((id) => ({ id, text: t(`quiz.difficulty.${id}`) }))]}
      />
      <SelectField
        label={t('courses.status')}
        value={typed.status}
        onChange={({ target }) => set({ status: target.value })}
        options={[
          keep,
          { id: 'PUBLISHED', text: t('bank.publish') },
          { id: 'ARCHIVED', text: t('archive.archive') },
        ]}
      />
      <FormError text={submit.error} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button type="submit" isPending={submit.isPending} aria-disabled={!canSend}>
          {t('bank.apply')}
        </Button>
      </div>
    </form>
  )
}

interface TagsGiven {
  tags: readonly string[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

/** The tags that the chosen questions have. */
function RemoveTags({ tags, chosen, onChange }: TagsGiven) {
  const { t } = useText()
  if (tags.length === 0) return null
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-[15px] font-bold">{t('bank.removeTags')}</legend>
      <div className="flex flex-wrap gap-2">
        {tags.map((tag) => (
          <label
            key={tag}
            className="inline-flex min-h-11 cursor-pointer items-center rounded-full border-2 border-line bg-surface px-4 font-bold text-ink-2 has-checked:border-bad has-checked:bg-bad-soft has-checked:text-bad has-checked:line-through has-focus-visible:outline-3 has-focus-visible:outline-primary"
          >
            <input
              type="checkbox"
              checked={chosen.includes(tag)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, tag] : chosen.filter((each) => each !== tag))
              }
              className="sr-only"
            />
            <span dir="auto">{tag}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The questions that were left as they are, and why. The others are changed. */
function Failures({
  failures,
  onClose,
}: {
  failures: Partial<Record<Failure, number>>
  onClose: () => void
}) {
  const { t } = useText()
  const lines: ReactNode[] = FAILURES.flatMap((kind) =>
    failures[kind] ? [<li key={kind}>{t(`bank.failed.${kind}`, { count: failures[kind] })}</li>] : [],
  )
  return (
    <div role="alert" className="grid gap-4">
      <ul className="grid list-disc gap-2 ps-5 font-semibold">{lines}</ul>
      <Button onClick={onClose} className="justify-self-end">
        {t('action.close')}
      </Button>
    </div>
  )
}
