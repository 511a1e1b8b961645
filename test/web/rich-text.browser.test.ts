import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout } from 'bun:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { findViolations } from '../harness/axe.ts'
import { findBrowser, launchBrowser } from '../harness/browser.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { browserTest } from './browser-testbed.ts'
import { type RichTextServer, serveRichText } from './serve-rich-text.ts'

// The rich text field in a real browser, under the policy of the service. Skipped without a browser.

setDefaultTimeout(900_000)

const executablePath = findBrowser()
let server: RichTextServer
let browser: Browser
let complaints: string[] = []
beforeAll(async () => {
  if (!executablePath) return
  server = await serveRichText()
  browser = await launchBrowser(executablePath)
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(() => {
  const found = complaints
  complaints = []
  expect(found).toEqual([])
})

interface Given {
  text?: string
  locale?: string
  error?: string
  alt?: string
  disabled?: string
}

async function open(given: Given = {}, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  context.on('weberror', (fault) => complaints.push(String(fault.error())))
  context.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
      complaints.push(message.text())
  })
  context.on('request', (request) => {
    if (!request.url().startsWith(server.url) && /^https?:/.test(request.url()))
      complaints.push(request.url())
  })
  const page = await context.newPage()
  await page.goto(`${server.url}/?${new URLSearchParams({ ...given })}`)
  await page.locator('.rich-text').waitFor()
  return page
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Text of the slide' })
const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const markdownOf = (page: Page) => page.evaluate<string>('window.markdown')
const waitForMarkdown = async (page: Page, markdown: string) => {
  await waitUntil(async () => (await markdownOf(page)) === markdown).catch(async () =>
    expect(await markdownOf(page)).toBe(markdown),
  )
}
/** Asks from outside: a text that the page evaluates again and again is refused by its policy. */
const waitForTrue = (page: Page, expression: string) => waitUntil(() => page.evaluate<boolean>(expression))
const hasFocus = (page: Page) =>
  waitForTrue(page, `document.activeElement.getAttribute('role') === 'textbox'`)
const markdownHasFocus = (page: Page) =>
  waitForTrue(page, `document.activeElement.shadowRoot?.activeElement?.getAttribute('role') === 'textbox'`)

/** Pastes as a program would, with the given kinds of content. */
const paste = (page: Page, content: Record<string, string>, picture = '') =>
  page.evaluate(
    ([kinds, name]) => {
      const data = new DataTransfer()
      for (const [kind, value] of Object.entries(kinds)) data.setData(kind, value)
      if (name) data.items.add(new File(['x'], name, { type: 'image/png' }))
      const target = document.activeElement!
      target.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    },
    [content, picture] as const,
  )

describe('writing', () => {
  browserTest('signs of Markdown become what they mean, and Enter continues a list', async () => {
    const page = await open()
    await field(page).click()
    await page.keyboard.type(
      '### Hash\nA **short** *fingerprint* of `data`.\n- one\ntwo\n\n1. first\n\n> said',
    )
    await waitForMarkdown(
      page,
      '### Hash\n\nA **short** *fingerprint* of `data`.\n\n- one\n- two\n\n1. first\n\n> said',
    )
  })

  browserTest('keys make text bold, italic and code, and undo takes it back', async () => {
    const page = await open({ text: 'Kept  as\nit is.\n\n* odd\n' })
    await field(page).focus()
    await page.keyboard.press('Control+Home')
    for (const key of ['b', 'i', 'e']) {
      await page.keyboard.press(`Control+${key}`)
      await page.keyboard.type('x')
      await page.keyboard.press(`Control+${key}`)
    }
    await waitForMarkdown(page, '**x***x*`x`Kept  as it is.\n\n* odd\n')
    for (
      let presses = 0;
      presses < 9 && (await markdownOf(page)) !== 'Kept  as\nit is.\n\n* odd\n';
      presses++
    )
      await page.keyboard.press('Control+z')
    await waitForMarkdown(page, 'Kept  as\nit is.\n\n* odd\n')
  })

  browserTest(
    'keys that follow each other faster than the browser reports the selection lose nothing',
    async () => {
      const page = await open()
      await field(page).focus()
      for (let round = 0; round < 15; round++) {
        for (const key of ['Control+a', 'Delete']) await page.keyboard.press(key)
        await waitForMarkdown(page, '')
        await page.keyboard.type('alpha')
        for (const key of ['Control+a', 'Control+b', 'Control+End', 'Enter']) await page.keyboard.press(key)
        await page.keyboard.type('beta')
        await waitForMarkdown(page, '**alpha**\n\nbeta')
      }
    },
  )

  browserTest('the toolbar is used by keyboard alone', async () => {
    const page = await open({ text: 'word' })
    await field(page).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Alt+F10')
    await waitForTrue(page, `document.activeElement.getAttribute('aria-label') === 'Bold'`)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await waitForMarkdown(page, '*word*')
    await hasFocus(page)
    expect(await tool(page, 'Italic').getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('Shift+Tab')
    await waitForTrue(page, `document.activeElement.closest('[role=toolbar]') !== null`)
    await page.keyboard.press('Escape')
    await hasFocus(page)
    await page.keyboard.press('Tab')
    await waitForTrue(page, `document.activeElement.textContent === 'After the field'`)
  })

  browserTest('links, formulas and pictures are asked for in a dialog', async () => {
    const page = await open({ text: 'word' })
    await field(page).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+k')
    await page.getByLabel('Address').fill('javascript:alert(1)')
    await page.keyboard.press('Enter')
    await page.getByText('Write an address such as').waitFor()
    await page.getByLabel('Address').fill('example.org')
    await page.keyboard.press('Enter')
    await waitForMarkdown(page, '[word](https://example.org)')
    await hasFocus(page)
    await page.keyboard.press('End')
    await tool(page, 'Formula').click()
    await page.getByLabel('LaTeX').fill('\\frac{1}{2}')
    await tool(page, 'Apply').click()
    await waitForMarkdown(page, '[word](https://example.org)$\\frac{1}{2}$')
    await page.locator('.rich-text-math').dblclick()
    await page.getByLabel('LaTeX').fill('x')
    await tool(page, 'Apply').click()
    await waitForMarkdown(page, '[word](https://example.org)$x$')
  })
})

describe('pasting', () => {
  browserTest('hostile HTML stays inert and is reduced to its text', async () => {
    const page = await open()
    await field(page).focus()
    const html = `<p style="color:red" onclick="alert(1)">A <b>bold</b> <script>window.hacked = 1</script>word
      <img src="x" onerror="window.hacked = 2" alt="picture"><a href="javascript:window.hacked = 3">link</a>
      <svg onload="window.hacked = 4"></svg><iframe srcdoc="<script>parent.hacked = 5</script>"></iframe></p>
      <style>body { display: none }</style>`
    await paste(page, { 'text/html': html, 'text/plain': 'x' })
    await waitForMarkdown(page, 'A **bold** word picturelink')
    await page.keyboard.type('!')
    expect(await page.evaluate('window.hacked')).toBeUndefined()
    expect(
      await page.locator('.rich-text :is(script, style, iframe, svg, [onclick], [onerror])').count(),
    ).toBe(0)
  })

  browserTest('Markdown is pasted as what it means', async () => {
    const page = await open()
    await field(page).focus()
    await paste(page, { 'text/plain': '- a\n- $x^2$\n\n<b>html</b>' })
    await waitForMarkdown(page, '- a\n- $x^2$\n\n<b>html</b>')
    await page.getByText('Markdown, which you can change').waitFor()
  })

  browserTest('a pasted picture is stored, and its text alternative is asked for', async () => {
    const page = await open({ text: 'word' })
    await field(page).focus()
    await page.keyboard.press('End')
    await paste(page, {}, 'dot.png')
    await tool(page, 'Apply').click()
    await page.getByText('Describe the picture').waitFor()
    await page.getByLabel('Text alternative').fill('A dot')
    await page.keyboard.press('Enter')
    await waitForMarkdown(page, 'word![A dot](/files/dot.png)')
    await page.locator('.rich-text img[alt="A dot"]').waitFor()
  })
})

describe('the Markdown switch', () => {
  browserTest('switching back and forth changes nothing, and edits in both are kept', async () => {
    const text = 'Some  *odd*\ntext\n\n* a\n\n\n<div>html</div>\n'
    const page = await open({ text })
    const markdownSwitch = page.getByRole('switch', { name: 'Markdown' })
    const source = page.getByRole('textbox', { name: 'Text of the slide (Markdown)' })
    await markdownSwitch.click()
    await source.waitFor()
    await markdownSwitch.click()
    await field(page).waitFor()
    expect(await markdownOf(page)).toBe(text)
    await markdownSwitch.click()
    await markdownHasFocus(page)
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('# New\n\n')
    await waitForMarkdown(page, `# New\n\n${text}`)
    await markdownSwitch.click()
    await page.locator('.rich-text h3').waitFor()
    await field(page).focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('Very ')
    await waitForMarkdown(page, `# Very New\n\n${text}`)
  })
})

describe('the field', () => {
  const text =
    '### A heading\n\nSome **bold** and `code`, [a link](https://example.org), $x^2$ and ![A dot](/files/dot.png).\n\n- one\n  - two\n\n1. first\n\n> said\n\n```js\nlet a = 1\n```\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n<div>html</div>\n\nنص عربي من اليمين إلى اليسار'
  const LOOKS = [
    {
      name: 'phone-light',
      options: { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
      given: {},
    },
    {
      name: 'wide-dark',
      options: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
      given: { error: 'Write a text.' },
    },
    {
      name: 'narrow-arabic',
      options: { viewport: { width: 320, height: 640 }, colorScheme: 'light' },
      given: { locale: 'ar' },
    },
  ] as const

  for (const { name, options, given } of LOOKS)
    browserTest(
      `${name}: no accessibility violation, in the text and in Markdown, and it fits the window`,
      async () => {
        const page = await open({ text, ...given }, options)
        const check = async (part: string) => {
          const folder = process.env.RICH_TEXT_SCREENSHOTS
          if (folder) await page.screenshot({ path: `${folder}/${name}-${part}.png`, fullPage: true })
          const violations = await findViolations(page)
          expect(
            violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))]),
          ).toEqual([])
          expect(
            await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'),
          ).toBeLessThanOrEqual(0)
        }
        await check('text')
        await page.getByRole('switch', { name: 'Markdown' }).click()
        await markdownHasFocus(page)
        await check('markdown')
      },
    )

  browserTest('the name, the description and the error belong to the text', async () => {
    const page = await open()
    const description = await page.evaluate<string>(
      `document.getElementById(document.querySelector('.rich-text').getAttribute('aria-describedby')).textContent`,
    )
    expect(description).toBe('Learners read it on a phone.')
    const wrong = await open({ error: 'Write a text.' })
    expect(await field(wrong).getAttribute('aria-invalid')).toBe('true')
    const disabled = await open({ disabled: '1', text: 'word' })
    expect(await field(disabled).getAttribute('contenteditable')).toBe('false')
    expect(await tool(disabled, 'Bold').isDisabled()).toBe(true)
  })

  browserTest('typing in a long text is measured', async () => {
    const page = await open({
      text: Array.from({ length: 60 }, (_, index) => `Paragraph ${index} with **bold** text.`).join('\n\n'),
    })
    await field(page).focus()
    await page.keyboard.press('Control+End')
    await page.evaluate(`
      window.delays = []
      document.querySelector('.rich-text').addEventListener('keydown', () => {
        const start = performance.now()
        requestAnimationFrame(() => setTimeout(() => window.delays.push(performance.now() - start)))
      }, true)`)
    for (const key of 'typing in a long text') await page.keyboard.press(key === ' ' ? 'Space' : key)
    await waitForTrue(page, 'window.delays.length >= 21')
    const delays = await page.evaluate<number[]>('window.delays.sort((a, b) => a - b)')
    const sizes = [...server.sizes].map(([name, bytes]) => `${name} ${(bytes / 1000).toFixed(1)}`)
    console.log(
      `key to paint: median ${delays[10]!.toFixed(1)} ms, worst ${delays.at(-1)!.toFixed(1)} ms; compressed KB: ${sizes.join(', ')}`,
    )
    expect(await markdownOf(page)).toEndWith('text.typing in a long text')
  })
})
