import { Link, Navigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useApi } from '../../ui/api/use-api.ts'
import { Tabs } from '../../ui/components/tabs.tsx'
import { useSession } from '../../ui/session/session-store.ts'
import { CodeForm } from '../sign-in/code-form.tsx'
import { RegisterForm } from '../sign-in/register-form.tsx'
import { SignInFrame } from '../sign-in/sign-in-frame.tsx'
import { SocialButtons } from '../sign-in/social-buttons.tsx'
import { useScreenText } from '../use-text.ts'

export default function SignUp() {
  const { t } = useScreenText()
  const search = useSearch({ from: '/sign-up' })
  const { next, ref } = search
  const session = useSession()
  const site = useApi('GET /public/site-settings')
  // A new learner has no daily target yet.
  if (session.status === 'in')
    return session.user.dailyTargetXP === null ? (
      <Navigate to="/welcome" search={next ? { next } : {}} replace />
    ) : (
      <Navigate to={next ?? '/'} replace />
    )
  return (
    <SignInFrame
      title={t('signUp.welcome')}
      text={
        <>
          {t('signUp.haveAccount')}{' '}
          <Link to="/sign-in" search={search} className="font-bold text-primary underline underline-offset-4">
            {t('signIn.title')}
          </Link>
        </>
      }
    >
      {site.data?.data.isSignUpOpen === false ? (
        <p role="status" className="rounded-control bg-gold-soft p-3.5 font-semibold text-gold-text">
          {t('signUp.closed')}
        </p>
      ) : (
        <SignUpWays isInvited={Boolean(ref)} />
      )}
    </SignInFrame>
  )
}

/** The ways to create an account. */
function SignUpWays({ isInvited }: { isInvited: boolean }) {
  const { t } = useScreenText()
  const [way, setWay] = useState<'password' | 'code'>('password')
  return (
    <>
      {isInvited && (
        <p className="mb-5 rounded-control bg-primary-soft p-3.5 font-semibold text-primary">
          {t('signUp.invited')}
        </p>
      )}
      <Tabs
        label={t('signIn.ways')}
        selected={way}
        onSelect={setWay}
        tabs={[
          { id: 'password', title: t('signIn.byPassword'), content: <RegisterForm /> },
          { id: 'code', title: t('signIn.byCode'), content: <CodeForm opensNext={false} /> },
        ]}
      />
      <SocialButtons />
    </>
  )
}
