import { Copy, History } from 'lucide-react'
import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { SelectField } from '../../ui/components/select-field.tsx'
import { Sheet } from '../../ui/components/sheet.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { ScoreField } from '../frame/score-field.tsx'
import { useText } from '../use-text.ts'
import { checkLesson } from './check-slide.ts'
import { FaultScope, useFault } from './fault-scope.tsx'
import type { LessonEditing } from './use-lesson-draft.ts'

interface Given {
  isOpen: boolean
  onClose: () => void
  lessonId: string
  canEdit: boolean
  editing: LessonEditing
  onDuplicate: () => Promise<void>
  onHistory: () => void
  /** Undefined if learners see what the author sees. */
  onDiscard: (() => void) | undefined
  /** Undefined if the lesson is archived. */
  onArchive: (() => void) | undefined
}

/** The fields of the lesson that are not on a slide, the preview link, and what is done with the whole lesson. */
export function SettingsSheet({
  isOpen,
  onClose,
  lessonId,
  canEdit,
  editing,
  onDuplicate,
  onHistory,
  onDiscard,
  onArchive,
}: Given) {
  const { t } = useText()
  const { isPending, error, run } = useSubmit()
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('lesson.settings')}>
      {canEdit && (
        <FaultScope faults={checkLesson(editing.draft)} showsAll>
          <LessonFields editing={editing} />
        </FaultScope>
      )}
      {canEdit && <PreviewLink lessonId={lessonId} save={editing.save} />}
      <div className="mt-7 grid gap-3">
        <FormError text={error} />
        {canEdit && (
          <Button variant="secondary" isPending={isPending} onClick={() => void run(onDuplicate)}>
            {t('lesson.duplicate')}
          </Button>
        )}
        {canEdit && (
          <Button variant="secondary" icon={<History size={19} aria-hidden="true" />} onClick={onHistory}>
            {t('history.title')}
          </Button>
        )}
        {onDiscard && (
          <Button variant="ghost" className="!text-bad" onClick={onDiscard}>
            {t('changes.discard')}
          </Button>
        )}
        {canEdit && onArchive && (
          <Button variant="ghost" className="!text-bad" onClick={onArchive}>
            {t('lesson.archive')}
          </Button>
        )}
      </div>
    </Sheet>
  )
}

const REQUIREMENTS = ['course', 'answers', 'score'] as const

/** What completing the lesson requires. */
function requirementOf(requiredScore: number | null): (typeof REQUIREMENTS)[number] {
  if (requiredScore === null) return 'course'
  return requiredScore === 0 ? 'answers' : 'score'
}

function LessonFields({ editing: { draft, change } }: { editing: LessonEditing }) {
  const { t } = useText()
  const faultOf = useFault()
  const set = (changes: Partial<typeof draft>) => change((before) => ({ ...before, ...changes }))
  const requirement = requirementOf(draft.requiredScore)
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label={t('lesson.xpReward')}
          name="xpReward"
          inputMode="numeric"
          value={draft.xpReward}
          error={faultOf('xpReward')}
          onChange={(event) => set({ xpReward: event.target.value })}
        />
        <TextField
          label={t('lesson.gemReward')}
          name="gemReward"
          inputMode="numeric"
          value={draft.gemReward}
          error={faultOf('gemReward')}
          onChange={(event) => set({ gemReward: event.target.value })}
        />
      </div>
      <SelectField
        label={t('lesson.requiredScore')}
        value={requirement}
        options={REQUIREMENTS.map((id) => ({ id, text: t(`lesson.requirement.${id}`) }))}
        onChange={(event) =>
          set({ requiredScore: { course: null, answers: 0, score: 70 }[event.target.value as 'course'] })
        }
      />
      {requirement === 'score' && (
        <ScoreField
          label={t('lesson.score')}
          score={draft.requiredScore ?? 1}
          onChange={(requiredScore) => set({ requiredScore })}
        />
      )}
    </>
  )
}

const DAYS = [1, 7, 30]

/** A link by which others see the lesson before it is published. */
function PreviewLink({ lessonId, save }: { lessonId: string; save: () => Promise<void> }) {
  const { t, date } = useText()
  const [days, setDays] = useState(7)
  const [link, setLink] = useState<Api.LessonPreviewLink>()
  const { isPending, error, run } = useSubmit()
  const path = { id: lessonId }
  const url = link && `${location.origin}/preview/${link.token}`
  const create = () =>
    run(async () => {
      await save()
      setLink((await lyceum.call('POST /admin/lessons/{id}/preview-link', { path, body: { days } })).data)
    })
  const end = () =>
    run(async () => {
      await lyceum.call('DELETE /admin/lessons/{id}/preview-link', { path })
      setLink(undefined)
      showToast(t('lesson.linkEnded'))
    })
  return (
    <section className="mt-7 grid gap-3" aria-labelledby="preview-link">
      <h3 id="preview-link" className="text-[17px]">
        {t('lesson.link')}
      </h3>
      <p className="text-[15px] text-ink-2">{t('lesson.linkHint')}</p>
      <SelectField
        label={t('lesson.linkDays')}
        value={String(days)}
        options={DAYS.map((count) => ({ id: String(count), text: t('lesson.days', { count }) }))}
        onChange={(event) => setDays(Number(event.target.value))}
      />
      {link && url && (
        <div className="grid gap-2 rounded-card bg-sunken p-3.5">
          <a
            href={url}
            target="_blank"
            rel="noopener"
            dir="ltr"
            className="break-all font-semibold text-primary"
          >
            {url}
          </a>
          <p className="text-sm text-ink-2">
            {t('lesson.linkUntil', {
              date: date(new Date(link.expiresAt), { dateStyle: 'medium', timeStyle: 'short' }),
            })}
          </p>
          <Button
            variant="secondary"
            size="small"
            className="min-h-11 justify-self-start"
            icon={<Copy size={17} aria-hidden="true" />}
            onClick={() => void copyText(url).then(() => showToast(t('code.copied')))}
          >
            {t('code.copy')}
          </Button>
        </div>
      )}
      <FormError text={error} />
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" isPending={isPending} onClick={() => void create()}>
          {t('lesson.linkCreate')}
        </Button>
        <Button variant="ghost" onClick={() => void end()}>
          {t('lesson.linkEnd')}
        </Button>
      </div>
    </section>
  )
}
