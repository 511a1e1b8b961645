import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { TextArea } from '../../ui/components/text-area.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { reloadLessons } from '../course/course-query.ts'
import { reloadReviews } from '../course/publish-requests.ts'
import { useKept } from '../frame/use-kept.ts'
import { useText } from '../use-text.ts'
import { PartChanges } from './part-changes.tsx'

/** By the id of the part. */
const NO_COMMENTS: Readonly<Record<string, string>> = {}

/** What an approval would change, a comment on each part, and the decision. */
export function ReviewForm({ request }: { request: Api.ReviewRequest }) {
  const given = { path: { id: request.id } }
  const { data, error, refetch } = useApi('GET /admin/review-requests/{id}/changes', given)
  if (error && !data) return <ErrorState fault={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className="grid gap-3">
        <LoadingNote />
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
      </div>
    )
  return <Form request={request} changes={data.data} />
}

function Form({ request, changes }: { request: Api.ReviewRequest; changes: Api.ReviewChanges }) {
  const { t } = useText()
  const user = useUser()
  const submit = useSubmit()
  const { value: comments, setValue: setComments, forget } = useKept(`review.${request.id}`, NO_COMMENTS)
  const isOwn = user.id === request.submittedBy
  const path = { id: request.id }
  const written = changes.parts.flatMap(({ kind, id }) => {
    const text = comments[id]?.trim()
    return text ? [{ lessonId: kind === 'LESSON' ? id : null, text }] : []
  })
  const decide = (work: () => Promise<unknown>, done: string) =>
    void submit.run(async () => {
      try {
        await work()
        forget()
        showToast(done)
      } finally {
        void queryClient.invalidateQueries({ queryKey: ['GET /admin/review-requests/{id}/changes'] })
        void queryClient.invalidateQueries({ queryKey: ['GET /admin/review-requests'] })
        void reloadReviews()
        void reloadLessons(request.courseId)
      }
    })
  return (
    <form className="grid gap-6" onSubmit={(event) => event.preventDefault()}>
      {changes.isOutdated && (
        <p className="rounded-2xl bg-gold-soft p-4 font-semibold text-gold-text">{t('reviews.outdated')}</p>
      )}
      {changes.parts.map((part) => (
        <section key={part.id} aria-labelledby={`part-${part.id}`} className="grid min-w-0 gap-3">
          <PartChanges part={part} courseId={request.courseId} />
          {!isOwn && (
            <TextArea
              label={t('reviews.comment', { title: part.title })}
              rows={2}
              maxLength={2_000}
              dir="auto"
              value={comments[part.id] ?? ''}
              onChange={({ target }) => setComments((before) => ({ ...before, [part.id]: target.value }))}
            />
          )}
        </section>
      ))}
      {written.length > 0 && <p className="text-end text-sm text-ink-2">{t('reviews.commentsReturn')}</p>}
      <FormError text={submit.error} />
      {isOwn ? (
        <p className="font-semibold text-ink-2">{t('reviews.own')}</p>
      ) : (
        <div className="flex flex-wrap justify-end gap-3">
          <Button
            variant="secondary"
            disabled={written.length === 0}
            isPending={submit.isPending}
            onClick={() =>
              decide(
                () =>
                  lyceum.call('POST /admin/review-requests/{id}/return', {
                    path,
                    body: { comments: written },
                  }),
                t('review.sentBack'),
              )
            }
          >
            {t('review.return')}
          </Button>
          <Button
            variant="good"
            disabled={changes.isOutdated || written.length > 0}
            isPending={submit.isPending}
            onClick={() =>
              decide(
                () => lyceum.call('POST /admin/review-requests/{id}/approve', { path }),
                t('review.approved'),
              )
            }
          >
            {t('review.approve')}
          </Button>
        </div>
      )}
    </form>
  )
}
