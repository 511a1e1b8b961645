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
  const { ownerAddress, studentName, courseTitle, courseDescription, verified } = certificate
  const achievementId = `urn:uuid:${certificate.courseId}`
  const testId = `${achievementId}#test`
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
        id: achievementId,
        type: ['Achievement'],
        achievementType: 'Course',
        name: courseTitle,
        description: courseDescription,
        criteria: {
          narrative: verified
            ? 'Every lesson of the course was completed, and its test was passed.'
            : 'Every lesson of the course was completed.',
        },
        ...(verified
          ? {
              tag: verified.skills,
              resultDescription: [
                {
                  id: testId,
                  type: ['ResultDescription'],
                  name: 'Course test',
                  resultType: 'Percent',
                  requiredValue: String(verified.passPercent),
                  valueMin: '0',
                  valueMax: '100',
                },
              ],
            }
          : {}),
      },
      ...(verified
        ? { result: [{ type: ['Result'], resultDescription: testId, value: String(verified.score) }] }
        : {}),
    },
    evidence: [{ id: url, type: ['Evidence'], name: `Certificate ${certificate.number}` }],
  }
}
