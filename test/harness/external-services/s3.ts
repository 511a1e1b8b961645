import { createHash, createHmac } from 'node:crypto'

export interface TestS3 {
  options: { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string }
  /** The objects of the bucket, by key. */
  objects: Map<string, { bytes: Uint8Array; contentType: string | null }>
  /** The reasons of refused requests, in order. */
  refused: string[]
  /** The next requests return this server error, until reset to undefined. */
  failure: { status: number; code: string } | undefined
  stop(): Promise<void>
}

const REGION = 'eu-test-1'
const BUCKET = 'lyceum-files'
const ACCESS_KEY_ID = 'AKIATEST'
const SECRET_ACCESS_KEY = 'the/secret+access/key'
const SIGNED_FOR_SECONDS = 900

/**
 * One S3 bucket on a loopback port. It checks every signature like S3, and refuses unsigned and expired
 * requests.
 */
export function startTestS3(): TestS3 {
  const objects: TestS3['objects'] = new Map()
  const uploads = new Map<string, Map<number, Uint8Array>>()
  const refused: string[] = []
  const state: { failure: TestS3['failure'] } = { failure: undefined }

  async function respond(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const bytes = await request.bytes()
    if (state.failure) return failure(state.failure.status, state.failure.code)
    const error = signatureError(request, url, bytes)
    if (error) {
      refused.push(error)
      return failure(403, 'SignatureDoesNotMatch')
    }
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/')
    if (bucket !== BUCKET) return failure(404, 'NoSuchBucket')
    return store(request, url, rest.join('/'), bytes)
  }

  function store(request: Request, url: URL, key: string, bytes: Uint8Array): Response {
    const contentType = request.headers.get('content-type')
    const upload = url.searchParams.get('uploadId')
    if (request.method === 'POST' && url.searchParams.has('uploads')) {
      const id = crypto.randomUUID()
      uploads.set(id, new Map())
      return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
    }
    if (upload !== null && !uploads.has(upload)) return failure(404, 'NoSuchUpload')
    if (request.method === 'PUT' && upload !== null) {
      uploads.get(upload)!.set(Number(url.searchParams.get('partNumber')), bytes)
      return new Response(null, { headers: { etag: `"${Bun.hash(bytes).toString(16)}"` } })
    }
    if (request.method === 'POST' && upload !== null) {
      const parts = [...uploads.get(upload)!].sort(([one], [other]) => one - other).map(([, part]) => part)
      objects.set(key, { bytes: new Uint8Array(Buffer.concat(parts)), contentType })
      uploads.delete(upload)
      return xml('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
    }
    if (request.method === 'PUT') {
      objects.set(key, { bytes, contentType })
      return new Response(null, { headers: { etag: `"${Bun.hash(bytes).toString(16)}"` } })
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return new Response(null, { status: 204 })
    }
    const found = objects.get(key)
    if (!found) return failure(404, 'NoSuchKey')
    const body = request.method === 'HEAD' ? null : new Uint8Array(found.bytes)
    return new Response(body, {
      headers: { 'content-type': found.contentType ?? 'application/octet-stream' },
    })
  }

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: respond,
    maxRequestBodySize: 64 * 1024 * 1024,
  })
  return {
    options: {
      endpoint: `http://127.0.0.1:${server.port}`,
      region: REGION,
      bucket: BUCKET,
      accessKeyId: ACCESS_KEY_ID,
      secretAccessKey: SECRET_ACCESS_KEY,
    },
    objects,
    refused,
    get failure() {
      return state.failure
    },
    set failure(failure) {
      state.failure = failure
    },
    stop: () => server.stop(true),
  }
}

function xml(text: string, status = 200): Response {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n${text}`
  return new Response(body, { status, headers: { 'content-type': 'application/xml' } })
}

function failure(status: number, code: string): Response {
  return xml(`<Error><Code>${code}</Code><Message>${code}</Message><RequestId>1</RequestId></Error>`, status)
}

/** Verifies AWS Signature Version 4 of a request; returns the fault, if there is one. */
function signatureError(request: Request, url: URL, bytes: Uint8Array): string | undefined {
  const header = request.headers.get('authorization') ?? ''
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(header)
  if (!given) return 'there is no signature'
  const [, credential, signedHeaders, signature] = given as unknown as [string, string, string, string]
  const [accessKeyId, date, region, service, end] = credential.split('/')
  const instant = request.headers.get('x-amz-date') ?? ''
  if (accessKeyId !== ACCESS_KEY_ID) return 'the access key is unknown'
  if (region !== REGION || service !== 's3' || end !== 'aws4_request') return 'the scope is another one'
  if (!date || !instant.startsWith(date)) return 'the date of the scope is another one'
  const parsed = Date.parse(
    instant.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  )
  if (!(Math.abs(Date.now() - parsed) < SIGNED_FOR_SECONDS * 1_000)) return 'the date is too far away'

  const names = signedHeaders.split(';')
  for (const name of ['host', 'x-amz-date', 'x-amz-content-sha256']) {
    if (!names.includes(name)) return `${name} is not signed`
  }
  const contentDigest = request.headers.get('x-amz-content-sha256') ?? ''
  if (contentDigest !== 'UNSIGNED-PAYLOAD' && contentDigest !== sha256(bytes))
    return 'the content is another one'

  const query = [...url.searchParams]
    .map(([name, value]) => `${uriEncode(name)}=${uriEncode(value)}`)
    .sort()
    .join('&')
  const headerLines = names.map(
    (name) => `${name}:${(request.headers.get(name) ?? '').trim().replace(/\s+/g, ' ')}\n`,
  )
  const canonical = [
    request.method,
    url.pathname,
    query,
    headerLines.join(''),
    signedHeaders,
    contentDigest,
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', instant, `${date}/${region}/s3/aws4_request`, sha256(canonical)].join(
    '\n',
  )
  const key = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part!).digest(),
    `AWS4${SECRET_ACCESS_KEY}`,
  )
  const expected = createHmac('sha256', key).update(toSign).digest('hex')
  return expected === signature ? undefined : 'the signature is another one'
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

function uriEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
