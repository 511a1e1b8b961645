import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { SelectField } from '../../ui/components/select-field.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { useLocale } from '../../ui/i18n/locale-root.tsx'
import { LOCALES, type Locale } from '../../ui/i18n/locales.ts'
import { PasswordField } from '../sign-in/password-field.tsx'
import { useScreenText } from '../use-text.ts'
import { AccentChoice } from './accent-choice.tsx'
import { ContentChoice } from './content-choice.tsx'
import { type Setup, sendSetup, type SetupForm as Values } from './setup-requests.ts'

const FIELD_OF = {
  EMAIL_TAKEN: 'email',
  USERNAME_TAKEN: 'username',
  WEAK_PASSWORD: 'password',
  SETUP_TOKEN_WRONG: 'token',
}
const LANGUAGES = Object.entries(LOCALES).map(([id, { name }]) => ({ id, text: name }))

/** The token is in the fragment of the address in the start log, which browsers do not send. */
const tokenOfAddress = () => new URLSearchParams(location.hash.slice(1)).get('token') ?? ''

interface Given {
  setup: Setup
  siteName: string
  onName: (name: string) => void
}

/** One page: the administrator, the site, and the courses to begin with. */
export function SetupForm({ setup, siteName, onName }: Given) {
  const { t } = useScreenText()
  const { locale, choose } = useLocale()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<Omit<Values, 'siteName' | 'language'>>({
    token: tokenOfAddress(),
    email: '',
    username: '',
    password: '',
    accent: 'violet',
    demoContent: 'all',
  })
  const [failures, setFailures] = useState(0)
  const { isPending, error, errorOf, run } = useSubmit(FIELD_OF)
  const [asksForToken] = useState(setup.needsToken && values.token === '')
  const change = (changed: Partial<typeof values>) => setValues({ ...values, ...changed })

  // The form is longer than a phone: the first wrong field comes into view.
  useEffect(() => {
    if (failures > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [failures])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { token, ...rest } = values
    const body = { ...rest, siteName, language: locale, ...(token ? { token: token.trim() } : {}) }
    // The start page then shows the name and the colour of the site.
    if (await run(() => sendSetup(body))) location.assign('/')
    else setFailures((count) => count + 1)
  }
  const field = (name: 'token' | 'email' | 'username' | 'password') => ({
    required: true,
    value: values[name] ?? '',
    error: errorOf(name),
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} className="grid gap-8" noValidate>
      {(asksForToken || errorOf('token') !== undefined) && (
        <TextField
          label={t('setup.token')}
          hint={t('setup.tokenHint')}
          autoComplete="off"
          spellCheck={false}
          {...field('token')}
        />
      )}
      <Part title={t('setup.account')}>
        <TextField
          label={t('field.email')}
          type="email"
          autoComplete="email"
          inputMode="email"
          {...field('email')}
        />
        <TextField label={t('field.username')} autoComplete="username" {...field('username')} />
        <PasswordField
          label={t('field.password')}
          autoComplete="new-password"
          hint={t('signUp.passwordHint')}
          {...field('password')}
        />
      </Part>
      <Part title={t('setup.site')}>
        <TextField
          label={t('setup.name')}
          hint={t('setup.nameHint')}
          autoComplete="off"
          required
          value={siteName}
          error={errorOf('siteName')}
          onChange={(event) => onName(event.target.value)}
        />
        <SelectField
          label={t('setup.language')}
          hint={t('setup.languageHint')}
          options={LANGUAGES}
          value={locale}
          error={errorOf('language')}
          onChange={(event) => void choose(event.target.value as Locale)}
        />
        <AccentChoice
          accents={setup.accents}
          chosen={values.accent}
          onChoose={(accent) => change({ accent })}
        />
      </Part>
      <ContentChoice chosen={values.demoContent} onChoose={(demoContent) => change({ demoContent })} />
      <FormError text={error} />
      <Button type="submit" size="large" isWide isPending={isPending}>
        {t('setup.submit')}
      </Button>
    </form>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4.5">
      <h2 className="text-[20px]">{title}</h2>
      {children}
    </section>
  )
}
