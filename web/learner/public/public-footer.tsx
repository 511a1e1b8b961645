import { Link } from '@tanstack/react-router'
import { useText } from '../use-text.ts'
import { PUBLIC_LINKS } from './public-header.tsx'

const LOOK = 'inline-flex min-h-11 items-center font-bold text-primary underline underline-offset-4'

export function PublicFooter() {
  const { t } = useText()
  return (
    <footer className="border-line border-t px-5 py-8 text-center text-[15px] text-ink-2">
      <p>{t('landing.footer')}</p>
      <p className="mt-2 flex flex-wrap justify-center gap-x-6">
        {PUBLIC_LINKS.map(({ to, text }) => (
          <Link key={to} to={to} className={LOOK}>
            {t(text)}
          </Link>
        ))}
        <a href="/docs" className={LOOK}>
          {t('landing.api')}
        </a>
      </p>
    </footer>
  )
}
