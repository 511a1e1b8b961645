import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { StudioLink } from '../frame/studio-link.tsx'
import { PictureProvider } from '../lesson/pictures.tsx'
import type { QuestionFields } from '../lesson/question-fields.ts'
import { ViewSwitch } from '../lesson/view-switch.tsx'
import { QUESTIONS_PATH, testPath } from '../paths.ts'
import { useText } from '../use-text.ts'
import { QuestionPreview } from './question-preview.tsx'

/** Leads to the list, or to the test that asks the question. */
export function BackToQuestions({ courseId }: { courseId?: string | undefined }) {
  const { t } = useText()
  return (
    <StudioLink
      to={courseId ? testPath(courseId) : QUESTIONS_PATH}
      className="-ms-2 inline-flex min-h-11 items-center gap-1 rounded-lg pe-3 font-bold text-ink-2 hover:text-ink"
    >
      <ChevronLeft size={22} className="rtl:rotate-180" aria-hidden="true" />
      {courseId ? t('test.title') : t('nav.questions')}
    </StudioLink>
  )
}

interface Given {
  header: ReactNode
  /** What the preview shows. */
  question: QuestionFields
  /** The course whose test asks it. */
  courseId?: string | undefined
  children: ReactNode
}

/** The fields of a question beside its preview; on a narrow screen one of them. */
export function QuestionLayout({ header, question, courseId, children }: Given) {
  const [view, setView] = useState<'edit' | 'preview'>('edit')
  return (
    <PictureProvider>
      <BackToQuestions courseId={courseId} />
      {header}
      <div className="mt-4 flex justify-end xl:hidden">
        <ViewSwitch view={view} onView={setView} />
      </div>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:mt-6 xl:grid-cols-[minmax(0,1fr)_400px]">
        <div className={view === 'preview' ? 'hidden xl:block' : ''}>{children}</div>
        <div
          className={`h-[640px] xl:sticky xl:top-8 xl:block xl:h-[min(720px,calc(100dvh-64px))] ${view === 'edit' ? 'hidden' : ''}`}
        >
          <QuestionPreview question={question} />
        </div>
      </div>
    </PictureProvider>
  )
}
