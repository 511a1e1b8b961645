import { Repeat } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { useStartPractice } from '../practice/use-start-practice.ts'
import { useScreenText } from '../use-text.ts'

/** Repeats a completed lesson with a round of practice. On a phone the icon alone leaves room for the title. */
export function PractiseLesson({ lesson: { id, title } }: { lesson: Api.LessonSummary }) {
  const { t } = useScreenText()
  const { start, isPending, error } = useStartPractice()
  return (
    <>
      <Button
        variant="ghost"
        size="small"
        className="!min-h-11 min-w-11 flex-none max-sm:!px-2.5"
        icon={<Repeat size={20} aria-hidden="true" />}
        aria-label={t('practice.of', { name: title })}
        title={t('practice.start')}
        isPending={isPending}
        onClick={() => void start({ lessonId: id })}
      >
        <span className="max-sm:hidden">{t('practice.start')}</span>
      </Button>
      <div className="basis-full">
        <FormError text={error} />
      </div>
    </>
  )
}
