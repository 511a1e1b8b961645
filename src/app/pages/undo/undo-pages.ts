import { findUndoLink, type UndoableChange } from '../../../modules/accounts/public/undo-link.ts'
import { siteMark } from '../../../modules/site-settings/public/site-logo.ts'
import { getCachedSiteSettings } from '../../../modules/site-settings/public/site-settings-cache.ts'
import { COLOR_VARIABLES } from '../../../platform/brand/brand.ts'
import type { PlainRoute } from '../../../platform/http/plain-route.ts'
import { plainResponse } from '../../../platform/http/response.ts'
import type { Platform } from '../../../platform/platform.ts'
import { undoChange } from './undo-change.ts'

const STYLE = `
${COLOR_VARIABLES}
* { box-sizing: border-box }
.logo { border-radius: 8px }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 480px; margin: 0 auto; padding: 48px 16px }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: 20px; padding: 24px }
h1 { margin: 0 0 12px; font-size: 24px; line-height: 1.2 }
p { margin: 0 0 16px; color: var(--quiet) }
button { min-height: 48px; width: 100%; padding: 10px 20px; border: 0; border-radius: 14px; background: var(--primary); color: var(--on-primary); font: inherit; font-weight: 700; cursor: pointer }
button:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px }
`

const digest = new Bun.CryptoHasher('sha256').update(STYLE).digest('base64')
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${digest}'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
}

const CHANGES: Record<UndoableChange, { title: string; text: string; button: string; done: string }> = {
  two_factor_enabled: {
    title: 'Two-factor sign-in was turned on',
    text: 'If it was not you, turn it off here. Every device is signed out.',
    button: 'Turn it off',
    done: 'Two-factor sign-in is off',
  },
  two_factor_disabled: {
    title: 'Two-factor sign-in was turned off',
    text: 'If it was not you, turn it on again here, with the same authenticator app. Every device is signed out.',
    button: 'Turn it on again',
    done: 'Two-factor sign-in is on again',
  },
  wallet_pin_set: {
    title: 'A wallet PIN was set',
    text: 'If it was not you, remove it here. Every device is signed out.',
    button: 'Remove the PIN',
    done: 'The wallet PIN is removed',
  },
}

/**
 * The page behind the link of a security mail. Mail programs open links by themselves, so only the button of the page
 * undoes the change. The token in the address is the only credential; no cookie is read.
 */
export function undoPages({ db, pubsub, write }: Pick<Platform, 'db' | 'pubsub' | 'write'>): PlainRoute[] {
  const show = async (content: Content) =>
    page(content, siteMark(await getCachedSiteSettings({ db, pubsub })))
  return [
    {
      path: '/undo/:token{[A-Za-z0-9_-]{43}}',
      handle: async (_request, { token }, now) => {
        const link = await findUndoLink(db, token!, now)
        if (!link) return show(UNKNOWN_LINK)
        if (!link.isUsable) return show(UNUSABLE_LINK)
        const { title, text, button } = CHANGES[link.change]
        const body = `<p>${text}</p><form method="post"><button>${button}</button></form>`
        return show({ status: 200, title, body })
      },
      submit: async (_request, { token }, now) => {
        const link = await findUndoLink(db, token!, now)
        const outcome = await write((tx) => undoChange(tx, { token: token!, now }))
        if (!link || outcome === 'unknown') return show(UNKNOWN_LINK)
        if (outcome === 'unusable') return show(UNUSABLE_LINK)
        if (outcome === 'changed since') return show(CHANGED_SINCE)
        return show({
          status: 200,
          title: CHANGES[link.change].done,
          body: '<p>Every device is signed out. Reset your password now: the person who made the change may know it.</p>',
        })
      },
    },
  ]
}

interface Content {
  status: number
  title: string
  body: string
}

const UNKNOWN_LINK: Content = {
  status: 404,
  title: 'This link is not valid',
  body: '<p>Open the link exactly as it is in the mail.</p>',
}

const UNUSABLE_LINK: Content = {
  status: 410,
  title: 'This link was used or has expired',
  body: '<p>A link works once and for 24 hours. If your account is in danger, reset your password.</p>',
}

const CHANGED_SINCE: Content = {
  status: 409,
  title: 'It was changed again since',
  body: '<p>Use the link of the newest mail about it first, then this one again.</p>',
}

function page({ status, title, body }: Content, mark: string): Response {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · Lyceum</title><style>${STYLE}</style><main><div class="card">${mark}<h1>${title}</h1>${body}</div></main></html>`
  return plainResponse(html, status, HEADERS)
}
