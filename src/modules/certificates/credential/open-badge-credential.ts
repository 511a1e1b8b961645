import { type Certificate, describeHours, formatDate, viewUrl } from '../public/certificate.ts'
import { buildTokenImage } from '../token-image.ts'
import { BADGES_CONTEXT, CREDENTIALS_CONTEXT } from './contexts.ts'
import { describeIssuer } from './issuer.ts'
import type { Credential } from './sign-credential.ts'
import { statusEntry } from './status-list.ts'

/** The certificate as an Open Badges 3.0 credential. Its subject is the wallet that owns the token, and the student name. */
export function buildOpenBadgeCredential(
  certificate: Certificate & { studentName: string },
  { publicUrl, chainId, siteName }: { publicUrl: string; chainId: number; siteName: string },
): Credential {
  const url = viewUrl(publicUrl, certificate.number)
  const { ownerAddress, studentName, courseTitle, courseDescription, courseMinutes } = certificate
  const achievementId = `urn:uuid:${certificate.courseId}`
  const results = resultsOf(certificate, achievementId)
  const hours = describeHours(courseMinutes)
  return {
    '@context': [CREDENTIALS_CONTEXT, BADGES_CONTEXT],
    id: `${url}.json`,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: courseTitle,
    issuer: describeIssuer(publicUrl, siteName),
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
        image: { id: `${publicUrl}/ipfs/${buildTokenImage(courseTitle).cid}`, type: 'Image' },
        criteria: {
          narrative: [
            'Every lesson of the course was completed.',
            ...results.map(({ narrative }) => narrative),
            ...(hours ? [`Estimated study time: ${hours}.`] : []),
          ].join(' '),
        },
        ...(certificate.verified ? { tag: certificate.verified.skills } : {}),
        ...(results.length > 0 ? { resultDescription: results.map(({ description }) => description) } : {}),
      },
      ...(results.length > 0 ? { result: results.map(({ result }) => result) } : {}),
      // The later one of test and project. A result has no date of its own.
      ...(results.length > 0
        ? {
            activityEndDate: results
              .map(({ passedAt }) => passedAt)
              .sort()
              .at(-1),
          }
        : {}),
    },
    evidence: [{ id: url, type: ['Evidence'], name: `Certificate ${certificate.number}` }],
  }
}

/** The passed test and the passed project, as Open Badges results. */
function resultsOf({ verified, project }: Certificate, achievementId: string) {
  const [testId, projectId] = [`${achievementId}#test`, `${achievementId}#project`]
  return [
    ...(verified
      ? [
          {
            narrative: `Its test was passed on ${formatDate(new Date(verified.passedAt))} with ${verified.score} %.`,
            passedAt: verified.passedAt,
            description: {
              id: testId,
              type: ['ResultDescription'],
              name: 'Course test',
              resultType: 'Percent',
              requiredValue: String(verified.passPercent),
              valueMin: '0',
              valueMax: '100',
            },
            result: { type: ['Result'], resultDescription: testId, value: String(verified.score) },
          },
        ]
      : []),
    ...(project
      ? [
          {
            narrative: `Its project “${project.title}” was passed on ${formatDate(new Date(project.passedAt))}.`,
            passedAt: project.passedAt,
            description: {
              id: projectId,
              type: ['ResultDescription'],
              name: `Project: ${project.title}`,
              ...(project.percentage === null
                ? { resultType: 'Status' }
                : { resultType: 'Percent', valueMin: '0', valueMax: '100' }),
            },
            result: {
              type: ['Result'],
              resultDescription: projectId,
              ...(project.percentage === null
                ? { status: 'Completed' }
                : { value: String(project.percentage) }),
            },
          },
        ]
      : []),
  ]
}
