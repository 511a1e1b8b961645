import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { isoDates } from '../../platform/http/iso-dates.ts'
import { TimestampSchema } from '../../platform/http/schemas.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { isActiveUser } from '../accounts/public/user-status.ts'
import type { CourseId, LessonId } from '../catalog/public/catalog.ts'
import { catalogCache } from '../catalog/public/catalog-cache.ts'
import { listQuestionTraits } from '../questions/public/list-question-traits.ts'
import type { QuestionId } from '../questions/public/question.ts'
import { adminAction, adminList, idParams } from '../staff-access/public/admin-endpoint.ts'
import { createReport } from './create-report.ts'
import { decideReport } from './decide-report.ts'
import { errors } from './errors.ts'
import { countReports, listReports } from './queries.ts'
import {
  DECISIONS,
  MAX_TEXT_LENGTH,
  REPORT_KINDS,
  REPORT_REASONS,
  REPORT_STATUSES,
  REPORTS_PER_DAY,
  type Report,
  type ReportId,
  type ReportKind,
} from './report.ts'

const ReportSchema = z
  .object({
    id: z.string(),
    kind: z.enum(REPORT_KINDS),
    targetId: z.string(),
    reason: z.enum(REPORT_REASONS),
    text: z.string(),
    status: z.enum(REPORT_STATUSES),
    reporterId: z.string().nullable().openapi({ description: 'Null after the reporter deleted the account' }),
    createdAt: TimestampSchema,
    reviewerId: z.string().nullable(),
    decidedAt: TimestampSchema.nullable(),
    note: z.string().openapi({ description: 'For staff; the reporter does not see it' }),
  })
  .openapi('Report')

const EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-0000000000d7',
  kind: 'QUESTION',
  targetId: '019a8b5e-7c1d-7000-8000-0000000000f1',
  reason: 'WRONG',
  text: 'Two of the options are right.',
  status: 'OPEN',
  reporterId: '019a8b5e-7c1d-7000-8000-0000000000b2',
  createdAt: '2026-11-02T08:00:00.000Z',
  reviewerId: null,
  decidedAt: null,
  note: '',
} as const

function present(report: Report): z.input<typeof ReportSchema> {
  const { userId: reporterId, ...shown } = isoDates(report)
  return { ...shown, reporterId }
}

export function reportRoutes(platform: Platform): Endpoint[] {
  const { db } = platform
  const catalog = catalogCache(platform)

  const exists = async (kind: ReportKind, id: string): Promise<boolean> => {
    if (kind === 'USER') return isActiveUser(db, id as UserId)
    if (kind === 'QUESTION') return (await listQuestionTraits(db, [id as QuestionId])).length > 0
    const { courses, lessons } = await catalog.current()
    return kind === 'COURSE' ? courses.has(id as CourseId) : lessons.has(id as LessonId)
  }

  return [
    endpoint({
      method: 'post',
      path: '/reports',
      tag: 'Reports',
      summary: 'Report a course, a lesson, a question or a user',
      description: `Moderators decide reports, and you get a notification. Reporting the same again while the report is open returns the first one. At most ${REPORTS_PER_DAY} reports per day (UTC).`,
      access: 'user',
      body: z.object({
        kind: z.enum(REPORT_KINDS),
        targetId: z.uuid(),
        reason: z.enum(REPORT_REASONS),
        text: z.string().trim().max(MAX_TEXT_LENGTH).default(''),
      }),
      bodyExample: {
        kind: EXAMPLE.kind,
        targetId: EXAMPLE.targetId,
        reason: EXAMPLE.reason,
        text: EXAMPLE.text,
      },
      response: {
        status: 201,
        data: z.object({ id: z.string(), createdAt: TimestampSchema }),
        example: { id: EXAMPLE.id, createdAt: EXAMPLE.createdAt },
        message: 'Thank you. A moderator looks at it',
      },
      refusals: [errors.report_target_not_found, errors.own_report, errors.report_limit_reached],
      handle: async ({ caller: { userId }, body, write, now }) => {
        if (body.targetId === userId) throw errors.own_report()
        if (!(await exists(body.kind, body.targetId))) throw errors.report_target_not_found()
        return write(async (tx) => {
          const { id, createdAt } = await createReport(tx, { ...body, userId, now })
          return { id, createdAt: createdAt.toISOString() }
        })
      },
    }),

    adminList('GET /admin/reports', {
      summary: 'List reports',
      description:
        'Open reports unless `status` says otherwise, the oldest first. `total` is at most 10,000.',
      filters: {
        status: z.enum(REPORT_STATUSES).default('OPEN'),
        kind: z.enum(REPORT_KINDS).optional(),
      },
      defaultLimit: 50,
      item: ReportSchema,
      example: EXAMPLE,
      list: async ({ query: { status, kind = null } }, { limit, offset }) => {
        const [reports, total] = await Promise.all([
          listReports(db, { status, kind }, limit, offset),
          countReports(db, { status, kind }),
        ])
        return { items: reports.map(present), total }
      },
    }),

    adminAction('POST /admin/reports/:id/decision', {
      summary: 'Decide a report',
      description:
        'ACTED: something was done about the target, such as a correction or a suspension; this request does not do it. The reporter gets a notification. The same decision again changes nothing.',
      params: idParams<ReportId>(),
      body: z.object({
        decision: z.enum(DECISIONS),
        note: z.string().trim().max(MAX_TEXT_LENGTH).default(''),
      }),
      bodyExample: { decision: 'ACTED', note: 'The second option was changed.' },
      response: {
        data: ReportSchema,
        example: {
          ...EXAMPLE,
          status: 'ACTED',
          reviewerId: '019a8b5e-7c1d-7000-8000-0000000000b1',
          decidedAt: '2026-11-02T09:00:00.000Z',
          note: 'The second option was changed.',
        },
      },
      refusals: [errors.report_not_found, errors.report_decided, errors.report_about_yourself],
      perform: async (tx, { params: { id }, body: { decision, note }, caller, now }) => {
        const decided = { id, decision, note, reviewerId: caller.userId, now }
        const { before, after } = await decideReport(tx, decided)
        const { kind, targetId, reason } = after
        return {
          data: present(after),
          act:
            before.status === after.status
              ? undefined
              : {
                  name: 'report.decided',
                  subject: { kind: 'report', id },
                  ...(kind === 'USER' ? { userId: targetId as UserId } : {}),
                  before: { status: before.status },
                  after: { status: after.status, kind, targetId, reason },
                  ...(note ? { personalTexts: { note } } : {}),
                },
        }
      },
    }),
  ]
}
