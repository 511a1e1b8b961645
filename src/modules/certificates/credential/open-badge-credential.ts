import { type Certificate, viewUrl } from '../public/certificate.ts'
import { BADGES_CONTEXT, CREDENTIALS_CONTEXT } from './contexts.ts'
import { describeIssuer } from './issuer.ts'
import type { Credential } from './sign-credential.ts'
import { statusEntry } from './status-list.ts'

/** The certificate as an Open Badges 3.0 credential. Its subject is the wallet that owns the token, and the student name. */
export function buildOpenBadgeCredential(
  certificate: Certificate & { studentName: string },
  { publicUrl, chainId }: { publicUrl: string; chainId: number },
): Credential {
  const url = viewUrl(publicUrl, certificate.number)
  const { ownerAddress, studentName, courseTitle, courseDescription } = certificate
  return {
    '@context': [CREDENTIALS_CONTEXT, BADGES_CONTEXT],
    id: `${url}.json`,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: courseTitle,
    issuer: describeIssuer(publicUrl),
    validFrom: certificate.issuedAt.toISOString(),
    credentialStatus: statusEntry(publicUrl, certificate.statusIndex),
    credentialSubject: {
      ...(ownerAddress ? { id: `did:pkh:eip155:${chainId}:${ownerAddress}` } : {}),
      type: ['AchievementSubject'],
      identifier: [
        { type: 'IdentityObject', identityHash: studentName, identityType: 'name', hashed: false },
      ],
      achievement: {
        id: `urn:uuid:${certificate.courseId}`,
        type: ['Achievement'],
        achievementType: 'Course',
        name: courseTitle,
        description: courseDescription,
        criteria: { narrative: 'Every lesson of the course was completed.' },
      },
    },
    evidence: [{ id: url, type: ['Evidence'], name: `Certificate ${certificate.number}` }],
  }
}
