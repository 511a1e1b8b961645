import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'

/** Compiles a formula as learners will see it. */
export async function renderFormula(latex: string, isDisplay: boolean): Promise<Api.FormulaPreview> {
  const query = { latex, display: isDisplay ? 'true' : 'false' } as const
  return (await lyceum.call('GET /admin/formula', { query })).data
}
