import { useQuery } from '@tanstack/react-query'
import { lyceum } from '../../ui/api/lyceum.ts'
import { Button } from '../../ui/components/button.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { Sheet } from '../../ui/components/sheet.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { InlineMarkdown } from '../../ui/markdown/markdown.tsx'
import { useText } from '../use-text.ts'

interface Given {
  courseId: string
  isOpen: boolean
  onClose: () => void
}

/** Questions that a learner may get, drawn as for a first attempt. */
export function ExampleSheet({ courseId, isOpen, onClose }: Given) {
  const { t } = useText()
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('test.example')}>
      <Example courseId={courseId} />
    </Sheet>
  )
}

function Example({ courseId }: Pick<Given, 'courseId'>) {
  const { t } = useText()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['studio.example-test', courseId],
    queryFn: () => lyceum.call('GET /admin/courses/{id}/test/example', { path: { id: courseId } }),
    // Each request draws others.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (error) return <ErrorState fault={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className="grid gap-2">
        <LoadingNote />
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
      </div>
    )
  return (
    <>
      <p className="text-ink-2">{t('test.exampleText')}</p>
      <ol aria-live="polite" className="mt-4 grid gap-2">
        {data.data.map(({ id, prompt, type, skill, difficulty }, index) => (
          <li key={id} className="flex gap-3 rounded-2xl border border-line p-3">
            <span className="w-6 flex-none text-center font-extrabold text-ink-3">{index + 1}</span>
            <span className="min-w-0">
              <span dir="auto" className="line-clamp-3 font-bold leading-snug">
                <InlineMarkdown text={prompt} />
              </span>
              <span className="mt-1 flex flex-wrap gap-x-3 text-sm text-ink-2">
                <span>{t(`quiz.type.${type}`)}</span>
                <span>{t(`quiz.difficulty.${difficulty}`)}</span>
                <bdi>{skill ?? t('test.noSkill')}</bdi>
              </span>
            </span>
          </li>
        ))}
      </ol>
      <Button
        variant="secondary"
        isWide
        className="mt-5"
        isPending={isFetching}
        onClick={() => void refetch()}
      >
        {t('test.drawAgain')}
      </Button>
    </>
  )
}
