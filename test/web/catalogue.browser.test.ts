import { beforeAll, describe, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { type ApiClient, createClient, type TestUser } from '../harness/api-client.ts'
import { findBrowser } from '../harness/browser.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { browserTest, browserTestbed, pressOn } from './browser-testbed.ts'
import { COOKING, importCookingPack, RECIPES } from './cooking-pack.ts'

// The list of courses with a category of a content pack and with more than one page.

const PAGE_SIZE = 60

const testbed = browserTestbed(async () => ({}))
let api: ApiClient
let learner: TestUser
let total: number
let recipeId: string
let pathId: string
beforeAll(async () => {
  if (!findBrowser()) return
  await importCookingPack(testbed.service)
  api = createClient(testbed.service.url)
  learner = await api.register()
  total = (await api.call('GET /public/courses')).body.meta.total
  recipeId = (await api.call('GET /public/courses?category=COOKING')).body.data[0].id
  const paths: { id: string; title: string }[] = (await api.call('GET /public/paths')).body.data
  pathId = paths.find(({ title }) => title === 'Cook')!.id
})

const cards = (page: Page) => page.locator('#root main ul > li')
const countCards = (page: Page) => cards(page).count()
const waitForCards = (page: Page, count: number) => waitUntil(async () => (await countCards(page)) === count)

describe('categories of content packs', () => {
  browserTest('the categories with courses are offered in the language of the reader', async () => {
    const { data: categories } = (await api.call('GET /public/categories')).body
    for (const [locale, subjects, title] of [
      ['fr', 'Matières', COOKING.fr],
      ['ar', 'المواضيع', COOKING.ar],
      ['sw', 'Mada', COOKING.en],
    ] as const) {
      const context = await testbed.newContext({ locale, javaScriptEnabled: false })
      const visitor = await testbed.open(context, '/courses')
      const links = visitor.getByRole('navigation', { name: subjects }).getByRole('link')
      const offered = await links.allTextContents()
      // A category without courses is not offered.
      expect(offered).toHaveLength(1 + categories.length)
      expect(offered.at(-1)).toBe(title)
      await links.last().click()
      await visitor.waitForURL('**/courses?category=COOKING')
      expect(await visitor.locator('main nav [aria-current=page]').textContent()).toBe(title)
      expect(await countCards(visitor)).toBe(PAGE_SIZE)
      expect(await cards(visitor).first().textContent()).toContain(title)

      const page = await testbed.openAs(learner, '/learn', { locale })
      const buttons = page.getByRole('group', { name: subjects }).getByRole('button')
      await waitForCards(page, PAGE_SIZE)
      expect(await buttons.allTextContents()).toEqual(offered)
      await buttons.last().click()
      await waitUntil(async () => (await cards(page).first().textContent())!.includes(title))
      expect(await buttons.last().getAttribute('aria-pressed')).toBe('true')
    }
  })

  browserTest(
    'the pages of a course and of a path name the category in the language of the reader',
    async () => {
      const visitor = await testbed.newContext({ locale: 'ar', javaScriptEnabled: false })
      for (const path of [`/courses/${recipeId}`, `/paths/${pathId}`])
        expect(await (await testbed.open(visitor, path)).locator('main').textContent()).toContain(COOKING.ar)
      for (const path of [`/learn/${recipeId}`, `/learn/paths/${pathId}`]) {
        const page = await testbed.openAs(learner, path, { locale: 'fr' })
        await page.locator('main').getByText(COOKING.fr, { exact: true }).first().waitFor()
      }
    },
  )

  browserTest('the chosen category is visible in the row of a phone', async () => {
    for (const locale of ['en', 'ar']) {
      const phone = { locale, viewport: { width: 390, height: 844 } }
      for (const page of [
        await testbed.openAs(learner, '/learn?category=COOKING', phone),
        await testbed.open(await testbed.newContext(phone), '/courses?category=COOKING'),
      ]) {
        const chosen = page.locator('main :is([aria-pressed=true], nav [aria-current=page])')
        await waitUntil(async () => {
          const box = await chosen.boundingBox()
          return box !== null && box.x >= 0 && box.x + box.width <= 390
        })
        expect(await page.evaluate<number>('scrollY')).toBe(0)
      }
    }
  })

  browserTest('a category that does not exist shows no course and a way to all courses', async () => {
    const visitor = await testbed.open(
      await testbed.newContext({ javaScriptEnabled: false }),
      '/courses?category=REMOVED',
    )
    await visitor.getByRole('link', { name: 'Show all courses' }).click()
    await visitor.waitForURL('**/courses')
    expect(await countCards(visitor)).toBe(PAGE_SIZE)
    const page = await testbed.openAs(learner, '/learn?category=REMOVED&page=x')
    await page.getByRole('button', { name: 'Show all courses' }).click()
    await waitForCards(page, PAGE_SIZE)
    expect(new URL(page.url()).search).toBe('')
  })
})

describe('more than one page of courses', () => {
  browserTest('the button shows the next page, and the first new course has the focus', async () => {
    const page = await testbed.openAs(learner, '/learn')
    await waitForCards(page, PAGE_SIZE)
    await page.getByText(`${PAGE_SIZE} of ${total} shown`).waitFor()
    await pressOn(page, 'Show more')
    await waitForCards(page, total)
    await page.getByText(`${total} of ${total} shown`).waitFor()
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
    const focused = () =>
      page.evaluate<number>(
        `[...document.querySelectorAll('#root main ul > li')].findIndex((card) => card.contains(document.activeElement))`,
      )
    await waitUntil(async () => (await focused()) === PAGE_SIZE)
    const titles = await cards(page).allTextContents()
    expect(new Set(titles).size).toBe(total)

    // The back button shows the same list again.
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/learn\/[^?]+$/)
    await page.goBack()
    await waitForCards(page, total)

    // The counts are those of the filter, which begins at its first page.
    await page.getByRole('button', { name: COOKING.en, exact: true }).click()
    await page.getByText(`${PAGE_SIZE} of ${RECIPES} shown`).waitFor()
    expect(await countCards(page)).toBe(PAGE_SIZE)
    await page.getByRole('searchbox').fill('recipe 07')
    await waitForCards(page, 1)
    expect(await page.getByText('shown').count()).toBe(0)
  })

  browserTest('a page that cannot be loaded says so, and the same button tries again', async () => {
    const page = await testbed.openAs(learner, '/learn')
    await waitForCards(page, PAGE_SIZE)
    await page.route('**/api/v2/course?*page=2*', (route) => route.abort())
    const more = page.getByRole('button', { name: 'Show more' })
    await more.click()
    await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor()
    expect(await countCards(page)).toBe(PAGE_SIZE)
    await page.unroute('**/api/v2/course?*page=2*')
    await more.click()
    await waitForCards(page, total)
  })

  browserTest('visitors without script reach every course by links', async () => {
    const context = await testbed.newContext({ javaScriptEnabled: false })
    const page = await testbed.open(context, '/courses')
    expect(await countCards(page)).toBe(PAGE_SIZE)
    const next = page.locator('a[rel=next]')
    expect(await next.getAttribute('href')).toBe('/courses?page=2')
    await next.click()
    await page.waitForURL('**/courses?page=2')
    expect(await countCards(page)).toBe(total - PAGE_SIZE)
    expect(await page.title()).toStartWith('Courses · Page 2 of 2 · ')
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toEndWith('/courses?page=2')
    expect(await page.locator('main nav [aria-current=page]').textContent()).toBe('All')
    expect(await next.count()).toBe(0)
    await page.locator('a[rel=prev]').click()
    await page.waitForURL('**/courses')

    const filtered = await testbed.open(context, '/courses?q=recipe&category=COOKING')
    expect(await filtered.locator('a[rel=next]').getAttribute('href')).toBe(
      '/courses?q=recipe&category=COOKING&page=2',
    )
    await filtered.locator('a[rel=next]').click()
    await filtered.waitForURL('**&page=2')
    expect(await countCards(filtered)).toBe(RECIPES - PAGE_SIZE)
    expect(await filtered.locator('link[rel=canonical]').getAttribute('href')).toEndWith('/courses')
    expect(await (await testbed.open(context, '/courses?page=9')).locator('main').textContent()).toContain(
      'No course fits',
    )
  })

  browserTest('with script, the next page replaces the list and the heading has the focus', async () => {
    const page = await testbed.open(await testbed.newContext(), '/courses')
    await pressOn(page, 'Next page')
    await waitForCards(page, total - PAGE_SIZE)
    expect(await page.evaluate<string>('document.activeElement.tagName')).toBe('H1')
    expect(await page.evaluate<number>('scrollY')).toBe(0)
    // A search begins at its first page.
    await page.getByRole('searchbox').fill('recipe')
    await waitForCards(page, PAGE_SIZE)
    expect(new URL(page.url()).search).toBe('?q=recipe')
  })
})
