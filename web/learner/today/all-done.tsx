import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../ui/components/button-class.ts'
import { Card } from '../../ui/components/card.tsx'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { useText } from '../use-text.ts'

/** Shown when every started course is finished. */
export function AllDone() {
  const { t } = useText()
  return (
    <Card className="!p-2">
      <EmptyState
        mood="glad"
        title={t('today.allDone')}
        action={
          <Link to="/learn" className={buttonClass({})}>
            {t('today.allCourses')}
          </Link>
        }
      >
        {t('today.allDoneText')}
      </EmptyState>
    </Card>
  )
}
