import { newToken } from '../../platform/ids.ts'
import { cidOf } from '../../platform/ipfs/cid.ts'
import { type Certificate, describeHours, describeProject, viewUrl } from './public/certificate.ts'

type TokenMetadataInput = Pick<
  Certificate,
  'number' | 'courseTitle' | 'courseMinutes' | 'verified' | 'project' | 'issuedAt'
> & { studentName: string }

/**
 * Builds the token metadata that wallets show. The chain stores only the hash of the document. The salt prevents testing
 * names against that hash after the document was deleted.
 */
export function buildTokenMetadata(
  { number, studentName, courseTitle, courseMinutes, verified, project, issuedAt }: TokenMetadataInput,
  publicUrl: string,
): { cid: string; content: string } {
  const url = viewUrl(publicUrl, number)
  const hours = describeHours(courseMinutes)
  const content = JSON.stringify({
    name: `${courseTitle} (certificate ${number})`,
    description: `${studentName} has completed the course “${courseTitle}”${verified ? ' and passed its test' : ''}.`,
    image: `${url}.png`,
    external_url: url,
    attributes: [
      { trait_type: 'Student', value: studentName },
      { trait_type: 'Course', value: courseTitle },
      { trait_type: 'Number', value: number },
      { trait_type: 'Issued', display_type: 'date', value: Math.floor(issuedAt.getTime() / 1000) },
      ...(hours ? [{ trait_type: 'Estimated study time', value: hours }] : []),
      ...(verified
        ? [
            { trait_type: 'Test score', value: `${verified.score} %` },
            { trait_type: 'Skills', value: verified.skills.join(', ') },
          ]
        : []),
      ...(project ? [{ trait_type: 'Project', value: describeProject(project) }] : []),
    ],
    salt: newToken(),
  })
  return { cid: cidOf(content), content }
}
