import type { Endpoint } from '../../platform/http/endpoint.ts'
import { BooleanQuery } from '../../platform/http/schemas.ts'
import { z } from '../../platform/zod.ts'
import { previewFormula } from '../questions/public/markdown/formulas.ts'
import { MAX_LATEX } from '../questions/public/markdown/split-math.ts'
import { adminRead } from '../staff-access/public/admin-endpoint.ts'

const FormulaPreviewSchema = z
  .object({
    html: z.string().openapi({ description: 'Safe HTML: MathML, or `<code>` if the LaTeX does not compile' }),
    error: z.string().nullable().openapi({ description: 'Why the LaTeX does not compile' }),
  })
  .openapi('FormulaPreview')

/** The studio shows a formula while its author types it. */
export function formulaRoutes(): Endpoint[] {
  return [
    adminRead('GET /admin/formula', {
      summary: 'Compile a formula',
      description: 'As it is compiled in slides and questions. A formula is never an error of the request.',
      query: z.object({
        latex: z
          .string()
          .min(1)
          .max(MAX_LATEX)
          .openapi({ description: 'Without dollar signs', example: 'x^2' }),
        display: BooleanQuery.optional().openapi({ description: 'On a line of its own' }),
      }),
      response: {
        data: FormulaPreviewSchema,
        example: { html: '<math><msup><mi>x</mi><mn>2</mn></msup></math>', error: null },
      },
      handle: async ({ query: { latex, display = false } }) => previewFormula(latex, display),
    }),
  ]
}
