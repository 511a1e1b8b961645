import { BookPlus, ChevronLeft, Dices, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { Button } from '../../ui/components/button.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { Card } from '../../ui/components/card.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { ScreenLoading } from '../frame/screen-states.tsx'
import { StudioLink, useSegment } from '../frame/studio-link.tsx'
import { coursePath, NEW_QUESTION_PATH } from '../paths.ts'
import { AddFromBank } from '../test/add-from-bank.tsx'
import { ExampleSheet } from '../test/example-sheet.tsx'
import { PoolList } from '../test/pool-list.tsx'
import { PoolState } from '../test/pool-state.tsx'
import { usePool } from '../test/test-query.ts'
import { ReadOnlyRules, TestRules } from '../test/test-rules.tsx'
import { useText } from '../use-text.ts'

/** The test of a course: its rules, and the pool from which it draws. */
export default function CourseTest() {
  const { t } = useText()
  const id = useSegment('courseId')
  const { data, error, refetch } = useApi('GET /admin/courses/{id}/test', { path: { id } })
  if (error && !data) return <ErrorState fault={error} level="h1" onRetry={() => void refetch()} />
  if (!data) return <ScreenLoading />
  const test = data.data
  return (
    <>
      <StudioLink
        to={coursePath(id)}
        className="-ms-2 inline-flex min-h-11 max-w-full items-center gap-1 rounded-lg pe-3 font-bold text-ink-2 hover:text-ink"
      >
        <ChevronLeft size={22} className="flex-none rtl:rotate-180" aria-hidden="true" />
        <bdi className="truncate">{test.courseTitle}</bdi>
      </StudioLink>
      <h1 className="mt-1 text-[27px] lg:text-[32px]">{t('test.title')}</h1>
      {!test.canEdit && (
        <p className="mt-5 rounded-card bg-primary-soft p-5 font-semibold">{t('test.shippedText')}</p>
      )}
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_400px]">
        <Pool test={test} />
        {test.canEdit ? <TestRules key={test.id} test={test} /> : <ReadOnlyRules test={test} />}
      </div>
    </>
  )
}

function Pool({ test }: { test: Api.EditedCourseTest }) {
  const { t } = useText()
  const { data, error, refetch } = usePool(test.id)
  const [open, setOpen] = useState<'bank' | 'example'>()
  const close = () => setOpen(undefined)
  return (
    <Card as="section" aria-labelledby="pool" className="max-sm:p-3">
      <div className="flex flex-wrap items-center justify-between gap-3 max-sm:mx-1 max-sm:mt-1">
        <h2 id="pool" className="text-[21px]">
          {t('test.pool')}
        </h2>
        {data && data.length > 0 && (
          <Button
            variant="ghost"
            icon={<Dices size={20} aria-hidden="true" />}
            onClick={() => setOpen('example')}
          >
            {t('test.showExample')}
          </Button>
        )}
      </div>
      {error && !data ? (
        <ErrorState fault={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className="mt-3 grid gap-2">
          <LoadingNote />
          <Skeleton className="h-24" />
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
        </div>
      ) : (
        <>
          <div className="mt-3">
            <PoolState test={test} questions={data} />
          </div>
          {test.canEdit && (
            <div className="mt-4 flex flex-wrap gap-3">
              <StudioLink
                to={NEW_QUESTION_PATH}
                search={{ course: test.id }}
                className={buttonClass({ variant: 'secondary' })}
              >
                <Plus size={20} aria-hidden="true" />
                {t('test.newQuestion')}
              </StudioLink>
              <Button
                variant="secondary"
                icon={<BookPlus size={20} aria-hidden="true" />}
                onClick={() => setOpen('bank')}
              >
                {t('test.fromBank')}
              </Button>
            </div>
          )}
          {data.length === 0 ? (
            <p className="mt-5 mb-2 text-center text-ink-2">{t('test.empty')}</p>
          ) : (
            <PoolList questions={data} />
          )}
        </>
      )}
      <AddFromBank courseId={test.id} isOpen={open === 'bank'} onClose={close} />
      <ExampleSheet courseId={test.id} isOpen={open === 'example'} onClose={close} />
    </Card>
  )
}
