import { newKey, sendWithRetries, type Transport } from '../../../packages/client/src/attempt.ts'
import type { Locale } from '../../ui/i18n/locales.ts'

export interface Accent {
  name: 'violet' | 'blue' | 'teal' | 'green' | 'rose' | 'orange'
  color: string
  /** The style rules with which the page shows it. */
  style: string
}

export interface Setup {
  needsToken: boolean
  accents: Accent[]
}

export interface SetupForm {
  token?: string
  email: string
  username: string
  password: string
  siteName: string
  language: Locale
  accent: string
  demoContent: 'all' | 'none'
}

/** The first run is not part of the API, so the typed client does not know it. */
const URL_OF_SETUP = '/web/setup'
const TRANSPORT: Transport = {
  fetch: (url, init) => fetch(url, init),
  timeoutMs: 30_000,
  retries: 2,
  longestWaitMs: 4_000,
}

/** Throws a `LyceumError` with the status 404 if the site is already set up. */
export async function readSetup(): Promise<Setup> {
  const request = {
    url: URL_OF_SETUP,
    method: 'GET',
    headers: { accept: 'application/json' },
    signal: undefined,
  }
  return ((await sendWithRetries(TRANSPORT, request)) as { data: Setup }).data
}

/** Creates the administrator and signs this browser in: the session is in the cookie. */
export async function sendSetup(form: SetupForm): Promise<void> {
  await sendWithRetries(TRANSPORT, {
    url: URL_OF_SETUP,
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'idempotency-key': newKey(),
    },
    body: JSON.stringify(form),
    signal: undefined,
  })
}
