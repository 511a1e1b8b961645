import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { settings } from '../../ui/api/settings.ts'
import { Laurel } from '../../ui/brand/laurel.tsx'
import { Logo } from '../../ui/brand/logo.tsx'
import { Owl } from '../../ui/brand/owl.tsx'
import { useScreenText } from '../use-text.ts'

/** A form beside a picture on a wide screen, the form alone on a phone. */
export function SignInFrame({
  title,
  text,
  logo,
  children,
}: {
  title: string
  text: ReactNode
  /** Instead of the link to the start page. */
  logo?: ReactNode
  children: ReactNode
}) {
  const { t } = useScreenText()
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_44%]">
      <div className="flex flex-col px-5 pt-[max(18px,env(safe-area-inset-top))] pb-10 lg:px-11">
        <header>
          {logo ?? (
            <Link
              to="/"
              className="inline-block max-w-full rounded-lg"
              aria-label={t('nav.home', { name: settings.siteName })}
            >
              <Logo />
            </Link>
          )}
        </header>
        <main className="mx-auto flex w-full max-w-[430px] flex-1 flex-col justify-center py-9">
          <h1 className="text-[32px]">{title}</h1>
          <p className="mt-2 mb-7 text-ink-2">{text}</p>
          {children}
        </main>
      </div>
      <div aria-hidden="true" className="hero relative hidden place-items-center overflow-hidden lg:grid">
        <div className="relative grid place-items-center">
          <Laurel size={420} className="text-white/25" />
          <span className="absolute grid size-56 place-items-center rounded-full bg-white/95">
            <Owl mood="glad" size={160} />
          </span>
        </div>
      </div>
    </div>
  )
}
