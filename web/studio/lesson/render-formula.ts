import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'

/** Compiles a formula as learners will see it. */
export async function renderFormula(latex: string, display: boolean): Promise<Api.FormulaPreview> {
  return (await lyceum.call('GET /admin/formula', { query: { latex, display } })).data
}
