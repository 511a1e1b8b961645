import { chainErrors } from '../../platform/chain/errors.ts'
import { type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import { orNull, PagingMeta, pagingQuery, TimestampSchema } from '../../platform/http/schemas.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { errors as learningErrors } from '../catalog/errors.ts'
import { errors as nameErrors } from '../certificate-names/errors.ts'
import { requirePrintableName, StudentNameSchema } from '../certificate-names/public/student-name.ts'
import { claimCertificate } from './claim-certificate.ts'
import { errors } from './errors.ts'
import {
  CERTIFICATE_STATUSES,
  type Certificate,
  metadataUri,
  readCertificateNumber,
  viewUrl,
} from './public/certificate.ts'
import { listCertificates } from './public/list-certificates.ts'
import { findByNumber } from './queries.ts'
import { readToken, verifyCertificate } from './verify-certificate.ts'

const TAG = 'Certificates'

const verified = orNull(
  z
    .object({
      score: z.int().openapi({ description: 'Per cent' }),
      passPercent: z.int(),
      passedAt: TimestampSchema,
      skills: z.array(z.string()),
    })
    .openapi('VerifiedResult'),
).openapi({ description: 'The passed course test. Null for a certificate of completion only.' })

const proof = {
  verified,
  project: orNull(
    z
      .object({
        title: z.string(),
        percentage: z.int().nullable().openapi({ description: 'Null if a reviewer decided' }),
        passedAt: TimestampSchema,
      })
      .openapi('ProjectResult'),
  ).openapi({ description: 'The passed project of the course' }),
  courseMinutes: z.int().openapi({
    description: 'The estimated study time of the lessons, in minutes. 0 if it is unknown.',
  }),
}

const CertificateSchema = z
  .object({
    id: z.string(),
    courseId: z.string(),
    courseTitle: z.string(),
    studentName: z.string(),
    issuedAt: TimestampSchema,
    certificateNumber: z.string(),
    status: z.enum(CERTIFICATE_STATUSES),
    nftTokenId: z.string().nullable(),
    transactionHash: z.string().nullable(),
    viewUrl: z.string(),
    metadataUri: z.string(),
    ...proof,
  })
  .openapi('Certificate')

const ClaimSchema = z
  .object({
    certificateId: z.string(),
    certificateNumber: z.string(),
    status: z.enum(CERTIFICATE_STATUSES),
    message: z.string(),
  })
  .openapi('ClaimedCertificate')

const VerificationSchema = z
  .object({
    valid: z.boolean(),
    status: z.enum(CERTIFICATE_STATUSES),
    certificateNumber: z.string(),
    studentName: z
      .string()
      .nullable()
      .openapi({ description: 'Null after the account of the owner was deleted.' }),
    courseTitle: z.string(),
    issuedAt: TimestampSchema,
    viewUrl: z.string(),
    ...proof,
    onChain: z.object({
      exists: z.boolean(),
      owner: z.string().nullable(),
      tokenId: z.string().nullable(),
      transactionHash: z.string().nullable(),
      isRevoked: z.boolean(),
      tokenUri: z.string().nullable(),
      contractAddress: z.string(),
      chainId: z.number().int(),
      network: z.string(),
    }),
  })
  .openapi('CertificateVerification')

const NUMBER = 'LYC-2026-7Q4ZK0VX'
const URI = 'ipfs://bafkreiablk6x6xgfpiw5ss3vsdyevwaiijzzaxxdh3c45pvomitwvf7ymi'
const OWNER = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const CONTRACT = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const HASH = `0x${'7c'.repeat(32)}`
const SHOWN_EXAMPLE = {
  courseTitle: 'Blockchain basics',
  studentName: 'Amina Otieno',
  issuedAt: '2026-11-02T08:00:00.000Z',
  certificateNumber: NUMBER,
  verified: {
    score: 87,
    passPercent: 80,
    passedAt: '2026-11-02T07:40:00.000Z',
    skills: ['blockchain', 'hashing'],
  },
  project: { title: 'A savings jar', percentage: 82, passedAt: '2026-11-02T07:10:00.000Z' },
  courseMinutes: 190,
  viewUrl: `http://localhost:3000/certificates/${NUMBER}`,
}

const CLAIM_MESSAGES: Record<Certificate['status'], string> = {
  MINTING: 'Your certificate is being written to the chain',
  MINTED: 'Your certificate is on the chain',
  FAILED: 'Your certificate could not be written to the chain yet. It is retried automatically.',
  REVOKED: 'Your certificate was revoked',
}

export function certificateRoutes(platform: Platform): Endpoint[] {
  return [claimRoute(platform), listRoute(platform), verifyRoute(platform)]
}

function claimRoute(platform: Platform): Endpoint {
  const { publicUrl } = platform.config
  return endpoint({
    method: 'post',
    path: '/certificates/claim',
    tag: TAG,
    summary: 'Claim the certificate of a completed course',
    description:
      'The certificate is minted to your wallet automatically. A repeated claim returns the same certificate. The name is shown on its public page. The first claim binds it to your account: all your certificates carry it, and another name is refused (see `PUT /user/certificate-name`).',
    access: 'user',
    body: z.object({ courseId: z.uuid(), studentName: StudentNameSchema }),
    bodyExample: { courseId: '019a8b5e-7c1d-7000-8000-0000000000c1', studentName: 'Amina Otieno' },
    response: {
      status: 201,
      data: ClaimSchema,
      example: {
        certificateId: '019a8b5e-7c1d-7000-8000-0000000000a1',
        certificateNumber: NUMBER,
        status: 'MINTING',
        message: CLAIM_MESSAGES.MINTING,
      },
      message: 'Certificate claimed',
    },
    refusals: [
      errors.course_not_completed,
      errors.course_test_required,
      nameErrors.certificate_name_bound,
      nameErrors.certificate_name_not_printable,
      learningErrors.course_not_found,
    ],
    handle: async ({ caller, body, write, now }) => {
      await requirePrintableName(body.studentName)
      return write(async (tx) => {
        const request = { userId: caller.userId, ...body, publicUrl, now }
        const { id, number, status } = await claimCertificate(tx, request)
        return { certificateId: id, certificateNumber: number, status, message: CLAIM_MESSAGES[status] }
      })
    },
  })
}

function listRoute(platform: Platform): Endpoint {
  const { publicUrl } = platform.config
  return endpoint({
    method: 'get',
    path: '/certificates',
    tag: TAG,
    summary: 'List your certificates',
    access: 'user',
    query: pagingQuery(100),
    response: {
      data: z.array(CertificateSchema),
      meta: PagingMeta,
      example: [
        {
          id: '019a8b5e-7c1d-7000-8000-0000000000a1',
          courseId: '019a8b5e-7c1d-7000-8000-0000000000c1',
          ...SHOWN_EXAMPLE,
          status: 'MINTED',
          nftTokenId: '17',
          transactionHash: HASH,
          metadataUri: URI,
        },
      ],
    },
    handle: async ({ caller, query: { page, limit } }) => {
      const { certificates, total } = await listCertificates(platform.db, caller.userId, { page, limit })
      return new Reply(
        certificates.map((certificate) => ({
          id: certificate.id,
          courseId: certificate.courseId,
          courseTitle: certificate.courseTitle,
          studentName: certificate.studentName ?? '',
          issuedAt: certificate.issuedAt.toISOString(),
          certificateNumber: certificate.number,
          status: certificate.status,
          nftTokenId: certificate.tokenId,
          transactionHash: certificate.transactionHash,
          viewUrl: viewUrl(publicUrl, certificate.number),
          metadataUri: metadataUri(certificate.metadataCid),
          ...presentProof(certificate),
        })),
        { meta: { total, page, limit } },
      )
    },
  })
}

function verifyRoute(platform: Platform): Endpoint {
  const { chain, config } = platform
  return endpoint({
    method: 'get',
    path: '/certificates/verify/:certificateNumber',
    tag: TAG,
    summary: 'Verify a certificate by its number',
    description:
      '`valid` means that the database and the chain both confirm the certificate at the time of the request. Returns 503 while the chain is unavailable.',
    access: 'public',
    params: z.object({ certificateNumber: z.string().max(100).openapi({ example: NUMBER }) }),
    response: {
      data: VerificationSchema,
      example: {
        valid: true,
        status: 'MINTED',
        ...SHOWN_EXAMPLE,
        onChain: {
          exists: true,
          owner: OWNER,
          tokenId: '17',
          transactionHash: HASH,
          isRevoked: false,
          tokenUri: URI,
          contractAddress: CONTRACT,
          chainId: 31337,
          network: 'lyceum-dev',
        },
      },
    },
    refusals: [errors.certificate_not_found, chainErrors.provider_unavailable],
    handle: async ({ params }) => {
      const number = readCertificateNumber(params.certificateNumber)
      const certificate = number ? await findByNumber(platform.db, number) : undefined
      if (!certificate) throw errors.certificate_not_found()
      const token = await readToken(chain, certificate)
      return {
        valid: verifyCertificate(certificate, token) === 'VALID',
        status: certificate.status,
        certificateNumber: certificate.number,
        studentName: certificate.studentName,
        courseTitle: certificate.courseTitle,
        issuedAt: certificate.issuedAt.toISOString(),
        viewUrl: viewUrl(config.publicUrl, certificate.number),
        ...presentProof(certificate),
        onChain: {
          exists: token.exists,
          owner: token.exists ? token.owner : null,
          tokenId: token.exists ? token.tokenId : null,
          transactionHash: certificate.transactionHash,
          isRevoked: token.exists && token.isRevoked,
          tokenUri: token.exists ? token.uri : null,
          contractAddress: chain.contracts.CourseCertificate!,
          chainId: chain.chainId,
          network: chain.network,
        },
      }
    },
  })
}

function presentProof({ verified, project, courseMinutes }: Certificate) {
  return { verified, project, courseMinutes }
}
