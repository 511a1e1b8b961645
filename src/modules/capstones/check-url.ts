import type { SubmissionType } from '../catalog/public/capstone-project.ts'
import { errors } from './errors.ts'

/**
 * Addresses are read as text, never by a parser that is kind to odd ones, and never fetched. What fits has no user, no
 * port, no query and nothing encoded, so that everybody who reads it sees the same place.
 */
const REPOSITORY = /^https:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)((?:\/[a-z0-9_.~@+-]+){2,})\/?$/i
const DOTS = /\/\.{1,2}(?:\/|$)/

/** The address as it is kept, or a refusal. */
export function checkRepositoryUrl(given: string, hosts: readonly string[]): string {
  const [, host, path] = REPOSITORY.exec(given) ?? []
  if (!host || !path || DOTS.test(given) || !hosts.includes(host.toLowerCase())) {
    const message = `repositoryUrl must look like https://${hosts[0]}/owner/repository, on ${hosts.join(', ')}.`
    throw errors.repository_url_not_allowed({ message, details: [{ field: 'repositoryUrl', message }] })
  }
  return `https://${host.toLowerCase()}${path}`
}

/** A name that could be in the public DNS: the last label begins with a letter, so no number passes for one. */
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
      ? `url must be an https address on ${hosts.join(', ')}.`
      : 'url must be an https address of a public page.'
    throw errors.url_not_allowed({ message, details: [{ field: 'url', message }] })
  }
  return `https://${host}${path}`
}
