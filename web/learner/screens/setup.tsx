import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import { Logo } from '../../ui/brand/logo.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { Skeleton } from '../../ui/components/skeleton.tsx'
import { usePageTitle } from '../public/use-page-title.ts'
import { SetupForm } from '../setup/setup-form.tsx'
import { readSetup } from '../setup/setup-requests.ts'
import { SignInFrame } from '../sign-in/sign-in-frame.tsx'
import { useScreenText } from '../use-text.ts'

/** The first visit of a new installation: the service redirects to it until there is an administrator. */
export default function Setup() {
  const { t } = useScreenText()
  const [siteName, setSiteName] = useState('Lyceum')
  const { data, error, refetch } = useQuery({ queryKey: ['setup'], queryFn: readSetup })
  usePageTitle(t('setup.title'))
  const logo = <Logo name={siteName.trim() || '…'} />
  if (error instanceof LyceumError && error.status === 404)
    return (
      <SignInFrame title={t('setup.closed')} text={t('setup.closedText')} logo={logo}>
        <a href="/sign-in" className={buttonClass({ size: 'large', isWide: true })}>
          {t('signIn.title')}
        </a>
      </SignInFrame>
    )
  return (
    <SignInFrame title={t('setup.title')} text={t('setup.text')} logo={logo}>
      {data ? (
        <SetupForm setup={data} siteName={siteName} onName={setSiteName} />
      ) : error ? (
        <ErrorState fault={error} level="h2" onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-96" />
      )}
    </SignInFrame>
  )
}
