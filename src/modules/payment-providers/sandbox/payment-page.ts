import { createHash } from 'node:crypto'
import { COLOR_VARIABLES, OWL_MARK } from '../../../platform/brand/brand.ts'
import { escapeHtml } from '../../../platform/mail/email-layout.ts'
import type { SandboxRow } from './queries.ts'

const STYLE = `
  ${COLOR_VARIABLES}
  * { box-sizing: border-box }
  body { margin: 0; min-height: 100dvh; display: grid; place-items: center; padding: 20px; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
  main { width: 100%; max-width: 400px; background: var(--paper); border: 1px solid var(--line); border-radius: 20px; padding: 28px 24px }
  .mark { display: flex; align-items: center; gap: 10px; margin: 0 0 20px; color: var(--quiet); font-size: 13px; letter-spacing: .04em; text-transform: uppercase }
  h1 { margin: 0; font-size: 22px; line-height: 1.25 }
  .sum { margin: 8px 0 20px; font-size: 40px; font-weight: 650; letter-spacing: -.02em; font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
  .sum small { font-size: 18px; font-weight: 500; color: var(--quiet) }
  dl { margin: 0 0 24px; border-top: 1px solid var(--line) }
  dl div { display: flex; justify-content: space-between; gap: 16px; padding: 12px 0; border-bottom: 1px solid var(--line) }
  dt { color: var(--quiet) } dd { margin: 0; text-align: right; overflow-wrap: anywhere; font-variant-numeric: tabular-nums }
  button, .back { display: block; width: 100%; min-height: 52px; padding: 14px; border: 0; border-radius: 14px; font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; background: var(--primary); color: var(--on-primary) }
  button:focus-visible, .back:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px }
  button.quiet { margin-top: 8px; background: none; color: var(--quiet); font-weight: 500 }
  p { margin: 0 0 24px; color: var(--quiet) }`

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/** The page on which a developer plays the payer. It works without scripts. */
export function paymentPage(row: SandboxRow, state: string): Response {
  const sum = `<div class="sum">${escapeHtml(grouped(row.amount))} <small>${escapeHtml(row.currency)}</small></div>`
  const body = state === 'AWAITING_PAYMENT' ? paymentForm(row, sum) : outcomeMessage(row, state, sum)
  return htmlResponse(body, 200)
}

export function notFoundPage(): Response {
  return htmlResponse(
    '<h1>There is no such payment</h1><p>The link may be old. Start again from the app.</p>',
    404,
  )
}

function paymentForm(row: SandboxRow, sum: string): string {
  return `<h1>Pay Lyceum</h1>${sum}
    <dl>
      <div><dt>Reference</dt><dd>${escapeHtml(row.reference.slice(-12).toUpperCase())}</dd></div>
      <div><dt>Open until</dt><dd>${escapeHtml(row.expiresAt.toISOString().slice(11, 16))} UTC</dd></div>
    </dl>
    <form method="post" action="/pay/${row.id}/paid"><button>I have paid</button></form>
    <form method="post" action="/pay/${row.id}/declined"><button class="quiet">I cannot pay</button></form>`
}

const OUTCOMES: Record<string, [string, string]> = {
  SETTLED: ['Thank you, it has arrived', 'What you bought is on its way to you. You may close this page.'],
  EXPIRED: ['This payment has expired', 'Nothing was taken. Start again from the app.'],
  CANCELLED: ['This payment was cancelled', 'Nothing was taken. Start again from the app.'],
  FAILED: ['The payment did not go through', 'Nothing was taken. Try another method.'],
  REFUNDED: ['The payment was given back', 'It is on your account again.'],
}

function outcomeMessage(row: SandboxRow, state: string, sum: string): string {
  const [title, text] = OUTCOMES[state] ?? ['This payment is under way', 'Look into the app in a moment.']
  const back = row.returnUrl
    ? `<a class="back" href="${escapeHtml(row.returnUrl)}" rel="noreferrer">Back to Lyceum</a>`
    : ''
  return `<h1>${title}</h1>${sum}<p>${text}</p>${back}`
}

function grouped(amount: string): string {
  return amount.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ' ')
}

function htmlResponse(body: string, status: number): Response {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Sandbox payment · Lyceum</title><style>${STYLE}</style><main><p class="mark">${OWL_MARK}Sandbox · no real money</p>${body}</main></html>`
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  })
}
