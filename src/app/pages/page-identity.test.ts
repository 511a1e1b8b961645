import { describe, expect, test } from 'bun:test'
import { paymentPage } from '../../modules/payment-providers/sandbox/payment-page.ts'
import { COLORS, OWL, OWL_MARK } from '../../platform/brand/brand.ts'
import { renderEmail } from '../../platform/mail/email-layout.ts'
import { productPath } from '../../platform/product-files.ts'
import { mailboxPages } from './mailbox.ts'

/** The names in `tokens.css`. */
const TOKENS = {
  ground: 'bg',
  paper: 'surface',
  ink: 'ink',
  quiet: 'ink-2',
  line: 'line',
  primary: 'primary',
  'on-primary': 'on-primary',
} as const
const names = Object.keys(TOKENS) as (keyof typeof TOKENS)[]

const read = (path: string) => Bun.file(productPath(path)).text()

describe('pages and mails outside of the web applications', () => {
  test('their colours are the tokens of the web applications, in light and dark', async () => {
    const [light = '', dark = ''] = (await read('web/ui/styles/tokens.css')).split('@media')
    for (const [look, css] of [
      ['light', light],
      ['dark', dark],
    ] as const)
      for (const name of names)
        expect([look, name, new RegExp(`--${TOKENS[name]}: (#\\w+);`).exec(css)?.[1]]).toEqual([
          look,
          name,
          COLORS[look][name],
        ])
  })

  test('their owl is the icon of the web applications', async () => {
    const path = / d="([^"]+)"/.exec(await read('web/ui/brand/favicon.svg'))![1]!
    expect(OWL).toContain(path)
  })

  test('the payment page and the mailbox show the owl and the colours', async () => {
    const row = { id: 'x', amount: '100', currency: 'KES', reference: 'x'.repeat(20), expiresAt: new Date(0) }
    const noMail = (async () => []) as never
    const pubsub = { subscribe: async () => ({ end: async () => {} }) }
    const [mailbox] = mailboxPages({ db: noMail, pubsub } as never)
    const request = new Request('http://localhost/dev/mail', { headers: { accept: 'text/html' } })
    const pages = [
      paymentPage(row as never, 'AWAITING_PAYMENT'),
      await mailbox!.handle(request, {}, new Date(0)),
    ]
    for (const page of pages) {
      const html = await page.text()
      expect(html).toContain(OWL_MARK)
      expect(html).toContain(`--primary: ${COLORS.light.primary}`)
      expect(html).toContain(`--primary: ${COLORS.dark.primary}`)
    }
  })

  test('a mail has the colours and the mark of the site, without a picture', () => {
    const { html } = renderEmail({
      to: 'ada@example.com',
      subject: 'x',
      greeting: 'Hello',
      paragraphs: [],
      closing: 'Bye',
    })
    expect(html).toContain(`background:${COLORS.light.ground}`)
    expect(html).toContain(`background:${COLORS.light.primary}`)
    expect(html).not.toContain('<img')
  })
})
