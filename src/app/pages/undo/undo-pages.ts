import { findUndoLink } from '../../../modules/accounts/public/undo-link.ts'
import { siteMark } from '../../../modules/site-settings/public/site-logo.ts'
import { getCachedSiteSettings } from '../../../modules/site-settings/public/site-settings-cache.ts'
import { COLOR_VARIABLES } from '../../../platform/brand/brand.ts'
import type { PlainRoute } from '../../../platform/http/plain-route.ts'
import { plainResponse } from '../../../platform/http/response.ts'
import type { Platform } from '../../../platform/platform.ts'
import { visitorLanguages } from '../../web/public-pages/visitor-choices.ts'
import { undoChange } from './undo-change.ts'
import { type UndoTexts, undoTexts } from './undo-texts.ts'

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

/**
 * The page behind the link of a security mail. Mail programs open links by themselves, so only the button of the page
 * undoes the change. The token in the address is the only credential; of the cookies only the language is read.
 */
export function undoPages({ db, pubsub, write }: Pick<Platform, 'db' | 'pubsub' | 'write'>): PlainRoute[] {
  const show = async (content: Content, texts: UndoTexts) =>
    page(content, texts, siteMark(await getCachedSiteSettings({ db, pubsub })))
  return [
    {
      path: '/undo/:token{[A-Za-z0-9_-]{43}}',
      handle: async (request, { token }, now) => {
        const texts = undoTexts(visitorLanguages(request))
        const link = await findUndoLink(db, token!, now)
        if (!link) return show({ status: 404, ...texts.unknownLink }, texts)
        if (!link.isUsable) return show({ status: 410, ...texts.unusableLink }, texts)
        return show({ status: 200, ...texts.changes[link.change] }, texts)
      },
      submit: async (request, { token }, now) => {
        const texts = undoTexts(visitorLanguages(request))
        const link = await findUndoLink(db, token!, now)
        const outcome = await write((tx) => undoChange(tx, { token: token!, now }))
        if (!link || outcome === 'unknown') return show({ status: 404, ...texts.unknownLink }, texts)
        if (outcome === 'unusable') return show({ status: 410, ...texts.unusableLink }, texts)
        if (outcome === 'changed since') return show({ status: 409, ...texts.changedSince }, texts)
        return show({ status: 200, title: texts.changes[link.change].done, text: texts.next }, texts)
      },
    },
  ]
}

interface Content {
  status: number
  title: string
  text: string
  /** Undoes the change. */
  button?: string
}

function page({ status, title, text, button }: Content, { language }: UndoTexts, mark: string): Response {
  const form = button ? `<form method="post"><button>${button}</button></form>` : ''
  const html = `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · Lyceum</title><style>${STYLE}</style><main><div class="card">${mark}<h1>${title}</h1><p>${text}</p>${form}</div></main></html>`
  return plainResponse(html, status, HEADERS)
}
