import { TimestampSchema } from '../../../platform/http/schemas.ts'
import { z } from '../../../platform/zod.ts'

export const AdminSessionSchema = z
  .object({
    id: z.string(),
    userAgent: z.string().nullable(),
    network: z.string().nullable().openapi({
      description: 'The network of the address: /24 of IPv4, /48 of IPv6.',
    }),
    createdAt: TimestampSchema,
    lastUsedAt: TimestampSchema,
    expiresAt: TimestampSchema,
    revokedAt: TimestampSchema.nullable(),
    revokedReason: z.string().nullable(),
  })
  .openapi('AdminSession')

export const SESSION_EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d',
  userAgent: 'LyceumApp/2.1 (Android 16)',
  network: '203.0.113.0/24',
  createdAt: '2026-11-02T08:00:00.000Z',
  lastUsedAt: '2026-11-02T09:30:00.000Z',
  expiresAt: '2026-12-02T09:30:00.000Z',
  revokedAt: null,
  revokedReason: null,
}
