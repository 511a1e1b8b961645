import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { isoDates } from '../../platform/http/iso-dates.ts'
import { TimestampSchema } from '../../platform/http/schemas.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { type CertificateName, nextChangeAt } from './certificate-name.ts'
import { changeName } from './change-name.ts'
import { errors } from './errors.ts'
import { requirePrintableName, StudentNameSchema } from './public/student-name.ts'
import { findName } from './queries.ts'

const TAG = 'Certificates'

const CertificateNameSchema = z
  .object({
    studentName: z.string().nullable().openapi({ description: 'Null before the first claim' }),
    boundAt: TimestampSchema.nullable(),
    changedAt: TimestampSchema.nullable().openapi({ description: 'Your last change' }),
    nextChangeAt: TimestampSchema.nullable().openapi({
      description: 'When the name can be changed again. Null if it can be changed now.',
    }),
  })
  .openapi('CertificateName')

const EXAMPLE = {
  studentName: 'Amina Otieno',
  boundAt: '2026-11-02T08:00:00.000Z',
  changedAt: null,
  nextChangeAt: null,
}

export function certificateNameRoutes({ db }: Pick<Platform, 'db'>): Endpoint[] {
  return [
    endpoint({
      method: 'get',
      path: '/user/certificate-name',
      tag: TAG,
      summary: 'Read the name on your certificates',
      description: 'Your first claim binds the name to your account. All your certificates carry it.',
      access: 'user',
      response: { data: CertificateNameSchema, example: EXAMPLE },
      handle: async ({ caller, now }) => present(await findName(db, caller.userId), now),
    }),

    endpoint({
      method: 'put',
      path: '/user/certificate-name',
      tag: TAG,
      summary: 'Change the name on your certificates',
      description:
        'Possible once in 90 days, and recorded in the audit log. All your certificates are reissued with the new name; their numbers and tokens stay the same. Before the first claim it binds the name, which does not count as a change.',
      access: 'user',
      body: z.object({ studentName: StudentNameSchema }),
      bodyExample: { studentName: 'Amina A. Otieno' },
      response: {
        data: CertificateNameSchema,
        example: {
          ...EXAMPLE,
          studentName: 'Amina A. Otieno',
          changedAt: '2026-11-10T08:00:00.000Z',
          nextChangeAt: '2027-02-08T08:00:00.000Z',
        },
        message: 'Name saved',
      },
      refusals: [errors.certificate_name_changed_recently, errors.certificate_name_not_printable],
      handle: async ({ caller, body: { studentName }, address, write, now }) => {
        await requirePrintableName(studentName)
        return write(async (tx) => present(await changeName(tx, { caller, studentName, address, now }), now))
      },
    }),
  ]
}

function present(name: CertificateName | undefined, now: Date): z.output<typeof CertificateNameSchema> {
  if (!name) return { studentName: null, boundAt: null, changedAt: null, nextChangeAt: null }
  return isoDates({ ...name, nextChangeAt: nextChangeAt(name, now) })
}
