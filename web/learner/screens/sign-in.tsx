import { Link, Navigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Tabs } from '../../ui/components/tabs.tsx'
import { useSession } from '../../ui/session/session-store.ts'
import { CodeForm } from '../sign-in/code-form.tsx'
import { readMailedCode } from '../sign-in/mailed-code.ts'
import { PasswordForm } from '../sign-in/password-form.tsx'
import { SignInFrame } from '../sign-in/sign-in-frame.tsx'
import { SocialButtons } from '../sign-in/social-buttons.tsx'
import { SocialReturn } from '../sign-in/social-return.tsx'
import { useScreenText } from '../use-text.ts'

export default function SignIn() {
  const { t } = useScreenText()
  const search = useSearch({ from: '/sign-in' })
  const { next } = search
  const [way, setWay] = useState<'password' | 'code'>(() => (readMailedCode() ? 'code' : 'password'))
  const [isReturn] = useState(() => location.hash.includes('state='))
  const session = useSession()
  if (isReturn) return <SocialReturn />
  if (session.status === 'in') return <Navigate to={next ?? '/'} replace />
  return (
    <SignInFrame
      title={t('signIn.welcome')}
      text={
        <>
          {t('signIn.noAccount')}{' '}
          <Link to="/sign-up" search={search} className="font-bold text-primary underline underline-offset-4">
            {t('signUp.title')}
          </Link>
        </>
      }
    >
      <Tabs
        label={t('signIn.ways')}
        selected={way}
        onSelect={setWay}
        tabs={[
          { id: 'password', title: t('signIn.byPassword'), content: <PasswordForm /> },
          { id: 'code', title: t('signIn.byCode'), content: <CodeForm /> },
        ]}
      />
      <SocialButtons />
    </SignInFrame>
  )
}
