import type { Api } from '../../../packages/client/src/lyceum.ts'

type Shared = Pick<Api.Certificate, 'certificateNumber' | 'courseTitle' | 'issuedAt' | 'viewUrl'>

/** The files of a certificate: the picture, the document, the signed credential and the pass for wallet apps. */
export function certificateFile(certificateNumber: string, kind: 'png' | 'pdf' | 'json' | 'pkpass'): string {
  return `/certificates/${certificateNumber}.${kind}`
}

/** Opens the form "Add licence or certification" of LinkedIn with the fields filled in. */
export function linkedInUrl(
  { certificateNumber, courseTitle, issuedAt, viewUrl }: Shared,
  siteName: string,
): string {
  const issued = new Date(issuedAt)
  const fields = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: courseTitle,
    organizationName: siteName,
    issueYear: String(issued.getUTCFullYear()),
    issueMonth: String(issued.getUTCMonth() + 1),
    certId: certificateNumber,
    certUrl: viewUrl,
  })
  return `https://www.linkedin.com/profile/add?${fields}`
}
