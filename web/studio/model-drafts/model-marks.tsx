import { Sparkles } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { useText } from '../use-text.ts'
import { rereadMarks } from './use-model.ts'

/** Says that a model drafted it, and from what, until an author has checked it. */
export function ModelMarks({
  marks,
  className = '',
}: {
  marks: readonly Api.ModelDraftMark[]
  className?: string
}) {
  if (marks.length === 0) return null
  return (
    <div className={`grid gap-2 ${className}`}>
      {marks.map((mark) => (
        <ModelMark key={mark.id} mark={mark} />
      ))}
    </div>
  )
}

function ModelMark({ mark: { id, sourceTitle, sourceUrl, model, draftedAt } }: { mark: Api.ModelDraftMark }) {
  const { t, date } = useText()
  const submit = useSubmit()
  const remove = async () => {
    await lyceum.call('DELETE /admin/model-drafts/{id}', { path: { id } })
    await rereadMarks()
  }
  return (
    <section aria-label={t('model.mark')} className="rounded-card bg-gold-soft p-4">
      <p className="flex items-center gap-2 font-bold text-gold-text">
        <Sparkles size={20} className="flex-none" aria-hidden="true" />
        {t('model.mark')}
      </p>
      <p className="mt-1 break-words text-[15px]">
        {t('model.markText', { model, day: date(new Date(draftedAt), { dateStyle: 'medium' }) })}{' '}
        {sourceUrl ? (
          <a href={sourceUrl} target="_blank" rel="noreferrer noopener" className="underline">
            <bdi>{sourceTitle}</bdi>
          </a>
        ) : (
          <bdi>{sourceTitle}</bdi>
        )}
      </p>
      <div className="mt-3 grid justify-items-start gap-2">
        <Button
          variant="secondary"
          size="small"
          className="min-h-11"
          isPending={submit.isPending}
          onClick={() => void submit.run(remove)}
        >
          {t('model.unmark')}
        </Button>
        <FormError text={submit.error} />
      </div>
    </section>
  )
}
