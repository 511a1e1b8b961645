import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../ui/components/button-class.ts'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { notFoundHead } from '../public/page-head.ts'
import { usePageTitle } from '../public/use-page-title.ts'
import { useScreenText } from '../use-text.ts'

export default function NotFound() {
  const texts = useScreenText()
  const { t } = texts
  usePageTitle(notFoundHead(texts).title)
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        mood="lost"
        level="h1"
        isStill
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
