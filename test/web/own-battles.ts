import type { Page } from 'playwright-core'

const userId = (number: number) => `019a8b5e-7c1d-7000-8000-0000000000a${number}`

function player(number: number, username: string | null, result: string | null, score: number | null) {
  return {
    userId: userId(number),
    username,
    escrowAccount: `battle:${userId(number + 4)}`,
    score,
    result,
    gemsDelta: result === null ? null : result === 'WIN' ? 10 : -10,
    xpEarned: result === null ? null : 20,
  }
}

/** Battles of all kinds. Real ones need players at the same time. */
function battles() {
  const common = { stakeAmount: 0, botDifficulty: null, botScore: null }
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  return [
    {
      status: 'IN_PROGRESS',
      kind: 'QUEUE',
      players: [player(1, 'amina_k', null, null), player(2, 'otieno', null, null)],
    },
    {
      status: 'COMPLETED',
      kind: 'QUEUE',
      stakeAmount: 10,
      players: [player(1, 'amina_k', 'WIN', 4210), player(2, 'otieno', 'LOSS', 3650)],
    },
    {
      status: 'COMPLETED',
      kind: 'BOT',
      botDifficulty: 'EASY',
      botScore: 2880,
      players: [player(3, 'a_learner_with_a_long_name', 'WIN', 3120)],
    },
    {
      status: 'FORFEIT',
      kind: 'FRIEND',
      players: [player(2, 'otieno', 'WIN', 800), player(3, null, 'LOSS', 0)],
    },
    { status: 'CANCELLED', kind: 'REMATCH', players: [player(1, 'amina_k', null, null)] },
  ].map((battle, index) => ({
    ...common,
    ...battle,
    id: `019a8b5e-7c1d-7000-8000-00000000000${index}`,
    createdAt: at(3 + 50 * index),
    endedAt: index === 0 ? null : at(50 * index),
  }))
}

export async function openBattles(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  await page.route('**/admin/battles*', (route) =>
    route.fulfill({
      json: { success: true, data: battles(), meta: { total: 5, page: 1, limit: 25, nextCursor: null } },
    }),
  )
  await page.goto(`${origin}/console/battles?status=PLAYED&from=2026-10-19`)
  await page.locator('[data-list-item]').first().waitFor()
}

/** A battle for gems in its panel. */
export async function openBattle(page: Page): Promise<void> {
  await openBattles(page)
  await page.locator('[data-list-item]').nth(1).click()
  await page.getByRole('dialog').locator('li').first().waitFor()
}
