import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { FormError } from '../../ui/components/form-error.tsx'
import { useLocale } from '../../ui/i18n/locale-root.tsx'
import { sessionStore } from '../../ui/session/session-store.ts'
import { useScreenText } from '../use-text.ts'
import { tellClaimedAccount } from './claimed-account.ts'
import { openNext } from './open-next.ts'
import { registrationDetails } from './registration-details.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import { takeStartedSignIn } from './social-flow.ts'
import { TotpField } from './totp-field.tsx'

/** Reads the return once and removes the token from the address. */
function readReturn() {
  const returned = new URLSearchParams(location.hash.slice(1))
  if (location.hash) history.replaceState(history.state, '', location.pathname)
  const started = takeStartedSignIn(returned.get('state'))
  const idToken = returned.get('id_token')
  return started && idToken ? { started, idToken } : undefined
}

let read: ReturnType<typeof readReturn>
let isSent = false

/** Google or Apple sent the user back here with an ID token. */
export function SocialReturn() {
  const { t } = useScreenText()
  const { locale } = useLocale()
  const navigate = useNavigate()
  const [given] = useState(() => {
    if (location.hash) {
      read = readReturn()
      isSent = false
    }
    return read
  })
  const [totpCode, setTotpCode] = useState('')
  const { isPending, error, code, errorOf, run } = useSubmit({ TWO_FACTOR_INVALID: 'totpCode' })
  const [needsTotp, setNeedsTotp] = useState(false)
  const asksTotp = needsTotp || code === 'TWO_FACTOR_REQUIRED'

  const signIn = async () => {
    if (!given) return
    const { started, idToken } = given
    const body = {
      provider: started.provider,
      idToken,
      nonce: started.nonce,
      ...registrationDetails(locale, started.ref),
      ...(totpCode ? { totpCode } : {}),
    }
    const isIn = await run(async () => {
      const { data } = await lyceum.call('POST /auth/social', { body })
      tellClaimedAccount(data, t)
    })
    if (!isIn) return
    read = undefined
    const session = sessionStore.get()
    const isNew = session.status === 'in' && session.user.dailyTargetXP === null
    const { next } = started
    if (isNew) await navigate({ to: '/welcome', search: next ? { next } : {}, replace: true })
    else await openNext(navigate, next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, also if the effect runs twice.
  useEffect(() => {
    if (isSent) return
    isSent = true
    void signIn()
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setNeedsTotp(true)
    void signIn()
  }
  if (!given)
    return (
      <SignInFrame title={t('signIn.returnFailed')} text={t('signIn.returnFailedText')}>
        <a href="/sign-in" className={buttonClass({ size: 'large', isWide: true })}>
          {t('signIn.title')}
        </a>
      </SignInFrame>
    )
  return (
    <SignInFrame
      title={t('signIn.returning')}
      text={asksTotp ? t('field.totpHint') : t('signIn.returningText')}
    >
      <form onSubmit={submit} className="grid gap-4.5" noValidate>
        {asksTotp && <TotpField value={totpCode} onChange={setTotpCode} error={errorOf('totpCode')} />}
        <FormError text={code === 'TWO_FACTOR_REQUIRED' ? undefined : error} />
        {(asksTotp || error) && (
          <Button type="submit" size="large" isWide isPending={isPending}>
            {t('signIn.submit')}
          </Button>
        )}
        {error && (
          <a href="/sign-in" className={buttonClass({ variant: 'ghost', isWide: true })}>
            {t('signIn.otherWay')}
          </a>
        )}
      </form>
    </SignInFrame>
  )
}
