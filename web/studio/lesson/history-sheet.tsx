import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { Sheet } from '../../ui/components/sheet.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { useText } from '../use-text.ts'
import { HistoryDifference } from './history-difference.tsx'
import { RevisionButton } from './revision-button.tsx'

/** The newest revisions; older ones are in the service. */
const SHOWN = 100

interface Given {
  lesson: Api.EditedLesson
  isOpen: boolean
  onClose: () => void
  onRestore: (version: number) => Promise<void>
}

/** Who changed or published the lesson, when, and what. Restoring is an edit: learners see it after a publication. */
export function HistorySheet({ isOpen, onClose, ...given }: Given) {
  const { t } = useText()
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('history.title')}>
      <History {...given} onDone={onClose} />
    </Sheet>
  )
}

function History({ lesson, onRestore, onDone }: Omit<Given, 'isOpen' | 'onClose'> & { onDone: () => void }) {
  const { t } = useText()
  const authors = useApi('GET /admin/courses/{id}/authors', { path: { id: lesson.courseId } })
  const { data, error, refetch } = useQuery({
    queryKey: ['studio.lesson-history', lesson.id],
    queryFn: () =>
      lyceum.call('GET /admin/lessons/{id}/history', { path: { id: lesson.id }, query: { limit: SHOWN } }),
    // The lesson changes while the sheet is closed.
    staleTime: 0,
    gcTime: 0,
  })
  const [opened, setOpened] = useState<number>()
  const { isPending, error: refusal, run } = useSubmit()
  if (error) return <ErrorState fault={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const nameOf = (id: string | null) =>
    authors.data?.data.find(({ userId }) => userId === id)?.username ?? t('history.someone')
  const restore = async (version: number) => {
    if (await run(() => onRestore(version))) onDone()
  }
  return (
    <>
      {data.data.length === 0 && <p className="text-ink-2">{t('history.empty')}</p>}
      <FormError text={refusal} />
      <ol className="grid gap-2">
        {data.data.map((revision, index) => {
          const { version } = revision
          const isOpened = opened === version
          return (
            <li key={version} className="rounded-2xl border border-line">
              <RevisionButton
                revision={revision}
                name={nameOf(revision.authorId)}
                isOpened={isOpened}
                onToggle={() => setOpened(isOpened ? undefined : version)}
              />
              {isOpened && (
                <div className="grid gap-4 border-line border-t p-4">
                  <HistoryDifference lessonId={lesson.id} from={data.data[index + 1]?.version} to={version} />
                  {index > 0 && (
                    <Button variant="secondary" isPending={isPending} onClick={() => void restore(version)}>
                      {t('history.restore')}
                    </Button>
                  )}
                </div>
              )}
            </li>
          )
        })}
      </ol>
    </>
  )
}

function Loading() {
  return (
    <div className="grid gap-3">
      <LoadingNote />
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
    </div>
  )
}
