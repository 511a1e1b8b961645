import { siteMark } from '../../modules/site-settings/public/site-logo.ts'
import { getCachedSiteSettings } from '../../modules/site-settings/public/site-settings-cache.ts'
import { COLOR_VARIABLES } from '../../platform/brand/brand.ts'
import type { PlainRoute } from '../../platform/http/plain-route.ts'
import { queryOf } from '../../platform/http/request-url.ts'
import { plainResponse } from '../../platform/http/response.ts'
import { isStorableText } from '../../platform/http/untrusted-json.ts'
import { escapeHtml } from '../../platform/mail/email-layout.ts'
import { listMail, type StoredMail } from '../../platform/mail/mail-queue.ts'
import type { Platform } from '../../platform/platform.ts'

const SHOWN = 100
const STYLE = `
  ${COLOR_VARIABLES}
  .logo { border-radius: 8px }
  body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
  main { max-width: 720px; margin: 0 auto; padding: 24px 16px }
  h1 { display: flex; align-items: center; gap: 10px; font-size: 22px; margin: 0 0 4px } p.hint { color: var(--quiet); margin: 0 0 24px }
  details { background: var(--paper); border: 1px solid var(--line); border-radius: 14px; margin-bottom: 10px; overflow: hidden }
  summary { padding: 12px 16px; cursor: pointer } summary b { display: block } summary span { color: var(--quiet); font-size: 14px }
  pre { margin: 0; padding: 16px; border-top: 1px solid var(--line); white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.5 ui-monospace, monospace }`

/** Shows unsent mail in development, as HTML or as JSON. */
export function mailboxPages({ db, pubsub }: Pick<Platform, 'db' | 'pubsub'>): PlainRoute[] {
  return [
    {
      path: '/dev/mail',
      handle: async (request) => {
        const recipient: string | undefined = queryOf(request).to
        // PostgreSQL rejects text with such characters, so no mail can match.
        const mails = isStorableText(recipient ?? '') ? await listMail(db, recipient, SHOWN) : []
        if (recipient === undefined && request.headers.get('accept')?.includes('text/html'))
          return page(mails, siteMark(await getCachedSiteSettings({ db, pubsub })))
        const data = mails.map(({ to, subject, text, html, createdAt }) => ({
          to,
          subject,
          text,
          html,
          sentAt: createdAt.toISOString(),
        }))
        return plainResponse(JSON.stringify({ data }), 200, {
          'content-type': 'application/json',
          'cache-control': 'no-store',
        })
      },
    },
  ]
}

function page(mails: StoredMail[], mark: string): Response {
  const list = mails
    .map(
      (mail) =>
        `<details><summary><b>${escapeHtml(mail.subject)}</b><span>to ${escapeHtml(mail.to)}, ${mail.createdAt.toISOString()}</span></summary><pre>${escapeHtml(mail.text)}</pre></details>`,
    )
    .join('')
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Mailbox · Lyceum</title><style>${STYLE}</style><main><h1>${mark}Development mailbox</h1><p class="hint">No SMTP server is configured, so mail is stored here. Newest first. As JSON: <code>/dev/mail?to=address</code></p>${list || '<p class="hint">No mail yet.</p>'}</main></html>`
  return plainResponse(html, 200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'",
    'cache-control': 'no-store',
  })
}
