import type { SubmissionType } from '../catalog/public/capstone-project.ts'
import { errors } from './errors.ts'

/**
 * URLs are matched as text, not by a lenient parser, and never fetched. An accepted URL has no user, port, query or
 * encoding, so every reader interprets it the same way.
 */
const REPOSITORY = /^https:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)((?:\/[a-z0-9_.~@+-]+){2,})\/?$/i
const DOT_SEGMENTS = /\/\.{1,2}(?:\/|$)/

/** Returns the URL to store; throws `REPOSITORY_URL_NOT_ALLOWED` if it is not accepted. */
export function checkRepositoryUrl(given: string, hosts: readonly string[]): string {
  const [, host, path] = REPOSITORY.exec(given) ?? []
  if (!host || !path || DOT_SEGMENTS.test(given) || !hosts.includes(host.toLowerCase())) {
    const message = `repositoryUrl must look like https://${hosts[0]}/owner/repository, on ${hosts.join(', ')}.`
    throw errors.repository_url_not_allowed({ message, details: [{ field: 'repositoryUrl', message }] })
  }
  return `https://${host.toLowerCase()}${path}`
}

/** A host name of the public DNS: the last label begins with a letter, which excludes IP addresses. */
const PAGE =
  /^https:\/\/((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{1,62})(\/[!#$%&'()*+,./:;=?@_~a-z0-9-]*)?$/i
const PRIVATE =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|private|arpa|invalid|test)$/i

const HOSTS_OF_TYPE: Partial<Record<SubmissionType, readonly string[]>> = {
  GOOGLE_DRIVE_URL: ['drive.google.com', 'docs.google.com'],
  VIDEO_URL: [
    'youtube.com',
    'www.youtube.com',
    'm.youtube.com',
    'youtu.be',
    'vimeo.com',
    'www.loom.com',
    'drive.google.com',
  ],
}

export function checkUrl(given: string, type: SubmissionType): string {
  const [, name, path = '/'] = PAGE.exec(given) ?? []
  const host = name?.toLowerCase()
  const hosts = HOSTS_OF_TYPE[type]
  if (!host || PRIVATE.test(host) || (hosts && !hosts.includes(host))) {
    const message = hosts
      ? `url must be an https URL on ${hosts.join(', ')}.`
      : 'url must be an https URL of a public page.'
    throw errors.url_not_allowed({ message, details: [{ field: 'url', message }] })
  }
  return `https://${host}${path}`
}
