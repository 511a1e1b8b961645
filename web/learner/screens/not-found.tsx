import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../ui/components/button-class.ts'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { useScreenText } from '../use-text.ts'

export default function NotFound() {
  const { t } = useScreenText()
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        mood="lost"
        level="h1"
        title={t('notFound.title')}
        action={
          <Link to="/" className={buttonClass({})}>
            {t('notFound.home')}
          </Link>
        }
      >
        {t('notFound.text')}
      </EmptyState>
    </main>
  )
}
