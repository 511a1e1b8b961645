import { useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { useLocale } from '../../ui/i18n/locale-root.tsx'
import { callOnce } from '../call-once.ts'
import { useScreenText } from '../use-text.ts'
import { PasswordField } from './password-field.tsx'
import { registrationDetails } from './registration-details.ts'

const FIELD_OF = { EMAIL_TAKEN: 'email', USERNAME_TAKEN: 'username', WEAK_PASSWORD: 'password' }

/** Creates an account with a password. The screen opens the next one. */
export function RegisterForm() {
  const { t } = useScreenText()
  const { locale } = useLocale()
  const { ref } = useSearch({ from: '/sign-up' })
  const [values, setValues] = useState({ username: '', email: '', password: '' })
  const { isPending, error, errorOf, run } = useSubmit(FIELD_OF)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const body = { ...values, ...registrationDetails(locale, ref) }
    await run(() => callOnce('POST /auth/register', { body }))
  }
  const field = (name: keyof typeof values) => ({
    required: true,
    value: values[name],
    error: errorOf(name),
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  })
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-4.5" noValidate>
      <TextField
        label={t('field.username')}
        hint={t('profile.usernameHint')}
        autoComplete="nickname"
        autoCapitalize="off"
        spellCheck={false}
        {...field('username')}
      />
      <TextField
        label={t('field.email')}
        type="email"
        autoComplete="email"
        inputMode="email"
        {...field('email')}
      />
      <PasswordField
        label={t('field.password')}
        autoComplete="new-password"
        hint={t('signUp.passwordHint')}
        {...field('password')}
      />
      <FormError text={error} />
      <Button type="submit" size="large" isWide isPending={isPending}>
        {t('signUp.submit')}
      </Button>
    </form>
  )
}
