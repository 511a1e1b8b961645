import type { Address, Hex } from 'viem'
import { type Id, newCrockfordCode, type UserId } from '../../../platform/ids.ts'

export type CertificateId = Id<'Certificate'>

export const CERTIFICATE_STATUSES = ['MINTING', 'MINTED', 'FAILED', 'REVOKED'] as const
export type CertificateStatus = (typeof CERTIFICATE_STATUSES)[number]

/** A closed list, because the reason is written to the chain and must not contain personal data. */
export const REVOCATION_REASONS = ['ISSUED_IN_ERROR', 'MISCONDUCT', 'REQUESTED_BY_HOLDER'] as const
export type RevocationReason = (typeof REVOCATION_REASONS)[number]

/** The chain transactions of a certificate. At most one is pending. */
export type CertificateStep = 'MINT' | 'SET_URI' | 'REVOKE'

/** What a verified certificate proves: the passed test of the course. */
export interface VerifiedResult {
  /** Per cent. */
  score: number
  passPercent: number
  /** An ISO 8601 time. */
  passedAt: string
  skills: string[]
}

/** The passed capstone project of the course. */
export interface ProjectResult {
  title: string
  /** Null if a reviewer decided. */
  percentage: number | null
  /** An ISO 8601 time. */
  passedAt: string
}

export interface Certificate {
  id: CertificateId
  userId: UserId
  courseId: string
  number: string
  /** Null after the account was deleted. */
  studentName: string | null
  courseTitle: string
  courseDescription: string
  /** The estimated study time of the lessons at the claim; 0 if it is unknown. */
  courseMinutes: number
  /** Null for a certificate of completion only. */
  verified: VerifiedResult | null
  /** Null if the owner has not passed the project of the course. */
  project: ProjectResult | null
  issuedAt: Date
  status: CertificateStatus
  metadataCid: string
  ownerAddress: Address | null
  chainCid: string | null
  tokenId: string | null
  transactionHash: Hex | null
  revokedAt: Date | null
  revocationReason: RevocationReason | null
  revokedOnChainAt: Date | null
  pendingStep: CertificateStep | null
  failedAttempts: number
  statusIndex: bigint
  /** The content of the stored image and PDF; null while there are none. */
  drawnContent: string | null
}

export function newCertificateNumber(now: Date): string {
  return `LYC-${now.getUTCFullYear()}-${newCrockfordCode(8)}`
}

const NUMBER = /^LYC-\d{4}-[0-9A-HJKMNP-TV-Z]{8}$/

/** Corrects a typed number: lower case, O for 0, I or L for 1. Returns undefined if it is not a certificate number. */
export function readCertificateNumber(typed: string): string | undefined {
  const [prefix, ...parts] = typed.toUpperCase().split('-')
  const number = [prefix, ...parts.map((part) => part.replaceAll('O', '0').replaceAll(/[IL]/g, '1'))].join(
    '-',
  )
  return NUMBER.test(number) ? number : undefined
}

/** The next difference between the certificate and its token. A revoked certificate keeps its document. */
export function nextStep(
  certificate: Pick<Certificate, 'tokenId' | 'status' | 'revokedOnChainAt' | 'chainCid' | 'metadataCid'>,
): CertificateStep | undefined {
  if (certificate.tokenId === null) return 'MINT'
  if (certificate.status === 'REVOKED') return certificate.revokedOnChainAt ? undefined : 'REVOKE'
  return certificate.chainCid === certificate.metadataCid ? undefined : 'SET_URI'
}

export const CERTIFICATE_TRANSACTION_KINDS = {
  MINT: 'certificates.mint',
  SET_URI: 'certificates.set_uri',
  REVOKE: 'certificates.revoke',
} as const satisfies Record<CertificateStep, string>

/** The idempotency key of a step in the contract. The token is found by the reference of its mint. */
export function transactionReference(
  { id, metadataCid }: { id: CertificateId; metadataCid: string },
  step: CertificateStep,
) {
  if (step === 'MINT') return `certificate:${id}`
  return step === 'REVOKE' ? `certificate:${id}:revoke` : `certificate:${id}:uri:${metadataCid}`
}

export function parseTransactionReference(reference: string): { id: CertificateId; cid: string | undefined } {
  const [, id, , cid] = reference.split(':')
  return { id: id as CertificateId, cid }
}

export function documentOwnerKey(id: CertificateId): string {
  return `certificate:${id}`
}

export function metadataUri(cid: string): string {
  return `ipfs://${cid}`
}

export function viewUrl(publicUrl: string, number: string): string {
  return `${publicUrl}/certificates/${number}`
}

/** The study time in half hours, such as `3.5 hours`; undefined if it is unknown. */
export function describeHours(minutes: number): string | undefined {
  if (minutes === 0) return undefined
  const hours = studyHours(minutes)
  return hours === 1 ? '1 hour' : `${hours} hours`
}

/** Rounded up to half hours. */
export function studyHours(minutes: number): number {
  return Math.ceil(minutes / 30) / 2
}

export function describeProject({ title, percentage }: Pick<ProjectResult, 'title' | 'percentage'>): string {
  return percentage === null ? `${title}, passed` : `${title}, passed with ${percentage} %`
}

/** Opens the form "Add licence or certification" of LinkedIn with the fields filled in. */
export function linkedInUrl(
  { number, courseTitle, issuedAt }: Pick<Certificate, 'number' | 'courseTitle' | 'issuedAt'>,
  { publicUrl, siteName }: { publicUrl: string; siteName: string },
): string {
  const fields = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: courseTitle,
    organizationName: siteName,
    issueYear: String(issuedAt.getUTCFullYear()),
    issueMonth: String(issuedAt.getUTCMonth() + 1),
    certId: number,
    certUrl: viewUrl(publicUrl, number),
  })
  return `https://www.linkedin.com/profile/add?${fields}`
}

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

export function formatDate(date: Date): string {
  return DATE.format(date)
}
