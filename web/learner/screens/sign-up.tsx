import { Link, Navigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { lyceum } from '../../ui/api/lyceum.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { useLocale } from '../../ui/i18n/locale-root.tsx'
import { useSession } from '../../ui/session/session-store.ts'
import { SignInFrame } from '../sign-in/sign-in-frame.tsx'
import { useSignIn } from '../sign-in/use-sign-in.ts'
import { useScreenText } from '../use-text.ts'

export default function SignUp() {
  const { t } = useScreenText()
  const { locale } = useLocale()
  const search = useSearch({ from: '/sign-up' })
  const { next, ref } = search
  const [values, setValues] = useState({ username: '', email: '', password: '' })
  const { isPending, error, errorOf, run, goOn } = useSignIn()
  if (useSession().status === 'in' && !isPending) return <Navigate to={next ?? '/'} replace />

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const body = { ...values, timeZone, language: locale, ...(ref ? { referralCode: ref } : {}) }
    if (await run(() => lyceum.call('POST /auth/register', { body }))) await goOn()
  }
  const field = (name: keyof typeof values) => ({
    required: true,
    value: values[name],
    error: errorOf(name),
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  })
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
      {ref && (
        <p className="mb-5 rounded-control bg-primary-soft p-3.5 font-semibold text-primary">
          {t('signUp.invited')}
        </p>
      )}
      <form onSubmit={(event) => void submit(event)} className="grid gap-4.5" noValidate>
        <TextField label={t('field.username')} autoComplete="nickname" {...field('username')} />
        <TextField
          label={t('field.email')}
          type="email"
          autoComplete="email"
          inputMode="email"
          {...field('email')}
        />
        <TextField
          label={t('field.password')}
          type="password"
          autoComplete="new-password"
          hint={t('signUp.passwordHint')}
          {...field('password')}
        />
        <FormError text={error} />
        <Button type="submit" size="large" isWide isPending={isPending}>
          {t('signUp.submit')}
        </Button>
      </form>
    </SignInFrame>
  )
}
