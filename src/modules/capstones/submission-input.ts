import { TimestampSchema } from '../../platform/http/schemas.ts'
import { z } from '../../platform/zod.ts'
import { type CapstoneProject, SUBMISSION_TYPES } from '../catalog/public/capstone-project.ts'
import { checkRepositoryUrl, checkUrl } from './check-url.ts'
import { errors } from './errors.ts'
import { isLinkType, type SubmissionInput } from './public/submission.ts'

const NOTES_LENGTH = 20_000
const URL_LENGTH = 500

export const SubmissionInputSchema = z.object({
  submissionType: z.enum(SUBMISSION_TYPES).optional(),
  repositoryUrl: z
    .string()
    .trim()
    .max(URL_LENGTH)
    .nullable()
    .optional()
    .openapi({ description: 'For GITHUB_REPO: https, on a supported host. The server never fetches it.' }),
  url: z
    .string()
    .trim()
    .max(URL_LENGTH)
    .nullable()
    .optional()
    .openapi({ description: 'For WEBSITE_URL, GOOGLE_DRIVE_URL and VIDEO_URL' }),
  notes: z
    .string()
    .trim()
    .max(NOTES_LENGTH)
    .nullable()
    .optional()
    .openapi({ description: 'Notes about the work; for TEXT the work itself' }),
})

export const DraftInputSchema = SubmissionInputSchema.extend({
  baseUpdatedAt: TimestampSchema.nullable().optional().openapi({
    description:
      'The `updatedAt` of the draft that you have edited, or null if there was none. If the stored draft is newer, nothing is saved and the response is 409 DRAFT_CHANGED. Without this field the stored draft is replaced.',
  }),
})

/** Checks the fields of a request against the project. An empty or null field clears the stored value. */
export function parseSubmissionInput(
  body: z.output<typeof SubmissionInputSchema>,
  project: CapstoneProject,
  repositoryHosts: readonly string[],
): SubmissionInput {
  const { submissionType: type } = body
  if (type && !project.submissionTypes.includes(type)) {
    throw errors.submission_type_not_allowed({
      message: `This project accepts ${project.submissionTypes.join(', ')}.`,
    })
  }
  const patch: SubmissionInput = {}
  if (type) patch.submissionType = type
  if (body.notes !== undefined) patch.notes = body.notes ?? ''
  // Clients may send the URL of a link type in `repositoryUrl`.
  const isMeantAsUrl = isLinkType(type ?? null) && body.url === undefined
  const url = isMeantAsUrl ? body.repositoryUrl : body.url
  const repositoryUrl = isMeantAsUrl ? undefined : body.repositoryUrl
  if (url !== undefined) patch.url = url ? checkUrl(url, type ?? 'WEBSITE_URL') : null
  if (repositoryUrl !== undefined)
    patch.repositoryUrl = repositoryUrl ? checkRepositoryUrl(repositoryUrl, repositoryHosts) : null
  return patch
}
