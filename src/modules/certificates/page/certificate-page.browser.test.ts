import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { findBrowser, launchBrowser } from '../../../../test/harness/browser.ts'
import { readPdf } from '../../../../test/harness/pdf.ts'
import { type CertificateTestbed, createCertificateTestbed } from '../certificate-testbed.ts'
import { revokeCertificate } from '../public/revoke-certificate.ts'

// The public page in a real browser, with its content security policy. Skipped if no browser is installed.
// CERTIFICATE_SCREENSHOTS=<folder> stores screenshots.

const executablePath = findBrowser()
const screenshots = process.env.CERTIFICATE_SCREENSHOTS
const browserTest = test.skipIf(!executablePath)

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const DESKTOP = { viewport: { width: 1280, height: 900 } }

let testbed: CertificateTestbed
let browser: Browser
beforeAll(async () => {
  if (!executablePath) return
  testbed = await createCertificateTestbed({ CHAIN: 'on' })
  browser = await launchBrowser(executablePath)
})
afterAll(async () => {
  await browser?.close()
  await testbed?.stop()
})

const pages: Page[] = []
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close()
})

interface Visit {
  page: Page
  /** Errors of the page and of the content security policy. */
  complaints: string[]
}

async function visit(number: string, options: BrowserContextOptions): Promise<Visit> {
  const page = await (await browser.newContext(options)).newPage()
  pages.push(page)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(`${testbed.url}/certificates/${number}`, { waitUntil: 'networkidle' })
  return { page, complaints }
}

async function screenshot(page: Page, name: string): Promise<void> {
  if (screenshots) await page.screenshot({ path: `${screenshots}/${name}.png`, fullPage: true })
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
const isDrawn = (page: Page) =>
  page.locator('img.picture').evaluate((image) => (image as HTMLImageElement).naturalWidth)

describe('the certificate page', () => {
  browserTest(
    'the page fits a phone and a desktop, in light and dark mode, without policy violations',
    async () => {
      const { number } = await testbed.certify()
      await testbed.untilStatus(number, 'MINTED')
      for (const [name, options] of [
        ['phone', PHONE],
        ['desktop', DESKTOP],
        ['desktop-dark', { ...DESKTOP, colorScheme: 'dark' as const }],
        ['desktop-without-script', { ...DESKTOP, javaScriptEnabled: false }],
      ] as const) {
        const { page, complaints } = await visit(number, options)
        expect(await page.locator('.state').textContent()).toContain('Valid, on chain')
        expect(await page.locator('h1').textContent()).toBe('Amina Otieno')
        if (name !== 'desktop-without-script') {
          expect([name, await overflow(page)]).toEqual([name, 0])
          expect(await isDrawn(page)).toBe(1684)
        }
        expect(await page.locator('.qr svg').isVisible()).toBe(true)
        await screenshot(page, name)
        expect([name, complaints]).toEqual([name, []])
      }
    },
  )

  browserTest('the page is in the first language of the visitor that it has', async () => {
    const { number, id } = await testbed.certify()
    await testbed.untilStatus(number, 'MINTED')
    for (const [locale, completed, valid] of [
      ['fr-CA', 'a terminé le cours', 'Valide, sur la chaîne'],
      ['pt-BR', 'concluiu o curso', 'Válido, na cadeia'],
      ['sw', 'amemaliza kozi ya', 'Ni halali, kiko kwenye mnyororo'],
      ['ar', 'أتمّ دورة', 'صحيحة، على سلسلة الكتل'],
      ['ja', 'has completed the course', 'Valid, on chain'],
    ] as const)
      for (const [size, options] of Object.entries({
        phone: PHONE,
        dark: { ...DESKTOP, colorScheme: 'dark' as const },
      })) {
        const { page, complaints } = await visit(number, { ...options, locale })
        expect(await page.locator('.course').textContent()).toStartWith(completed)
        expect(await page.locator('.state b').textContent()).toBe(valid)
        expect(await page.locator('html').getAttribute('dir')).toBe(locale === 'ar' ? 'rtl' : 'ltr')
        expect([locale, size, await overflow(page)]).toEqual([locale, size, 0])
        await screenshot(page, `${locale}-${size}`)
        expect(complaints).toEqual([])
      }
    await testbed.write((tx) =>
      revokeCertificate(tx, { certificateId: id, reason: 'REQUESTED_BY_HOLDER', now: new Date() }),
    )
    const { page } = await visit(number, { ...PHONE, locale: 'fr' })
    expect(await page.locator('.state').textContent()).toContain('à la demande de son titulaire')
    const unknown = await visit('LYC-2026-00000000', { ...PHONE, locale: 'ar' })
    expect(await unknown.page.locator('h1').textContent()).toBe('لا توجد شهادة كهذه')
    expect(await overflow(unknown.page)).toBe(0)
    await screenshot(unknown.page, 'unknown-ar')
  })

  browserTest('the page prints on one sheet in portrait and in landscape', async () => {
    const { number } = await testbed.certify(
      'Maximiliana Wilhelmina Featherstonehaugh-Cholmondeley of the Long Windy Name III',
    )
    await testbed.untilStatus(number, 'MINTED')
    const { page } = await visit(number, DESKTOP)
    for (const landscape of [false, true]) {
      const bytes = await page.pdf({ format: 'A4', landscape, preferCSSPageSize: false })
      if (screenshots) await Bun.write(`${screenshots}/printed-${landscape}.pdf`, bytes)
      const printed = await readPdf(bytes)
      expect([landscape, printed.pages.length]).toEqual([landscape, 1])
      const words = printed.pages[0]!.replaceAll(/\s+/g, ' ')
      expect(words).toContain(number)
      expect(words).toContain('Valid, on chain')
    }
  })

  browserTest('a name with markup, wide letters or right-to-left text is shown as text', async () => {
    for (const [name, studentName] of [
      ['script', '<script>document.title="broken"</script><img src=x onerror=alert(1)>'],
      ['wide', 'W'.repeat(80)],
      ['arabic', 'محمد بن عبد الله'],
    ] as const) {
      const { number } = await testbed.certify(studentName)
      for (const [size, options] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
        const { page, complaints } = await visit(number, options)
        expect(await page.locator('h1').textContent()).toBe(studentName)
        expect(await page.title()).toStartWith(studentName.slice(0, 20))
        expect([name, size, await overflow(page)]).toEqual([name, size, 0])
        expect(complaints).toEqual([])
        await screenshot(page, `${name}-${size}`)
      }
    }
  })

  browserTest('the page of a revoked certificate shows the revocation and its reason', async () => {
    const { number, id } = await testbed.certify()
    await testbed.untilStatus(number, 'MINTED')
    await testbed.write((tx) =>
      revokeCertificate(tx, { certificateId: id, reason: 'ISSUED_IN_ERROR', now: new Date() }),
    )
    const { page, complaints } = await visit(number, PHONE)
    const state = await page.locator('.state').textContent()
    expect(state).toStartWith('Revoked')
    expect(state).toContain('because it was issued in error')
    await screenshot(page, 'revoked-phone')
    expect(complaints).toEqual([])
  })

  browserTest('the page of an unknown number repeats the number and fits a phone', async () => {
    const { page } = await visit('LYC-2026-00000000', PHONE)
    expect(await page.locator('h1').textContent()).toBe('No such certificate')
    expect(await page.locator('main').textContent()).toContain('LYC-2026-00000000')
    expect(await overflow(page)).toBe(0)
    await screenshot(page, 'unknown-phone')
  })
})
