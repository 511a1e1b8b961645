import { createLlm, type Llm } from '../../platform/llm/llm.ts'
import { createTokenBudget } from '../../platform/llm/token-budget.ts'
import type { Platform } from '../../platform/platform.ts'

/** The language model of the installation; undefined if none is configured. */
export function createConfiguredLlm({
  autocommitDb,
  config: { llm: endpoint },
}: Pick<Platform, 'autocommitDb' | 'config'>): Llm | undefined {
  if (!endpoint) return undefined
  return createLlm({ endpoint, budget: createTokenBudget(autocommitDb, endpoint.dailyTokens) })
}
